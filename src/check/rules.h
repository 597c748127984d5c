/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a rule's function is given, and the words it answers with. Each call of it gives exactly one verdict. */
#ifndef NICAUDIT_RULES_H
#define NICAUDIT_RULES_H

#include "check/rises.h"
#include "nicaudit/check.h"

struct na_rule_context {
	const struct na_rule *rule;
	const struct na_snapshot *now, *before;
	const struct na_policy *policy; /* for its labels and partners; NULL where there is none */
	const struct na_nic *nic;
	const struct na_nic *was; /* the same NIC in before; never NULL for a rule of two samples */
	struct na_check *check;	  /* to be filled; what it points to is static, of a snapshot, or in the arena */
	struct na_arena *arena;
	struct na_rises rises; /* of rises_nic, for na_rises_of() */
	const struct na_nic *rises_nic;
};

#define RULE(id, function, ...) void na_rule_##function(struct na_rule_context *c);
#include "check/rules.def"
#undef RULE

/* Verdicts. The text of not-applicable is static: most checks end there, and must cost nothing. */
void na_verdict_pass(struct na_rule_context *c);
void na_verdict_not_applicable(struct na_rule_context *c, const char *why);
void na_verdict_fail(struct na_rule_context *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
void na_verdict_unknown(struct na_rule_context *c, bool required, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/*
 * Unknown because of that fact, with the reason of its state. Required on hardware, unless the driver itself answered
 * that it has no such thing and may well have none (no NA_HARDWARE in its row, or a NIC without a wire).
 */
void na_verdict_unreadable(struct na_rule_context *c, enum na_attr_id attr);

/* true where nobody answered (denied, error, unread, or not in the snapshot), which is no answer of the driver's. */
bool na_fact_unasked(const struct na_fact *fact);

/* Makes this finding weigh less than its rule's others, unless the policy says what the rule weighs. */
void na_verdict_lower(struct na_rule_context *c, enum na_severity severity);

/* What a failed check is about: the fact, what it should be, and what it is. */
void na_verdict_about(struct na_rule_context *c, enum na_attr_id attr, const char *expected);

/* Evidence beyond NA_MAX_EVIDENCE is left out. */
void na_evidence(struct na_rule_context *c, const char *name, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
void na_evidence_fact(struct na_rule_context *c, enum na_attr_id attr);

/*
 * Adds the mends of the rule's row with {iface}, {fact} and {word} filled in. A mend with a {word} is left out where
 * word is NULL. Word goes into a shell command as it stands: what comes from elsewhere must have been through
 * na_shell_word().
 */
void na_mends(struct na_rule_context *c, const char *word);

/*
 * Adds what sets the attribute (of a family: that key) to value (as na_value_format() writes it) in the dialect of each tool
 * that can, from the table in dialects.def. A finding that has a value to aim for needs no mend in its rule's row.
 */
void na_mend_set(struct na_rule_context *c, enum na_attr_id attr, const char *key, const char *value);

/* Whether setting it to value outlives a reboot, in words, or NULL where the configuration was not looked at. */
const char *na_persist_text(struct na_rule_context *c, enum na_attr_id attr, const char *key, const char *value);

/* One word for a POSIX-like shell that knows $'...'. NULL where memory ran out. */
const char *na_shell_word(struct na_arena *arena, const char *text);

/* The value as text in the arena. */
const char *na_value_text(struct na_arena *arena, const struct na_value *value);

/*
 * The NIC of before that is this one of now: by permanent MAC, else bus, else (same boot) namespace, ifindex and kind,
 * else name. NULL where there is none.
 */
const struct na_nic *na_snapshot_match(const struct na_snapshot *before, const struct na_snapshot *now,
				       const struct na_nic *nic);

/* members.c: a bond or team; what lies on one interface below it, as a VLAN does. */
bool na_is_aggregate(const struct na_nic *nic);
bool na_is_stacked(const struct na_nic *nic);

/* The bond, team, bridge it belongs to, and the interface below it; NULL for none, or one that is not in the snapshot. */
const struct na_nic *na_master_of(const struct na_snapshot *now, const struct na_nic *nic);
const struct na_nic *na_lower_of(const struct na_snapshot *now, const struct na_nic *nic);

/* What belongs to it, or lies on it: the next one after `after` (NULL for the first), NULL at the end. */
const struct na_nic *na_next_member(const struct na_snapshot *now, const struct na_nic *master,
				    const struct na_nic *after);
const struct na_nic *na_next_upper(const struct na_snapshot *now, const struct na_nic *lower,
				   const struct na_nic *after);

/* true where both are known to be of one boot. */
bool na_same_boot(const struct na_snapshot *a, const struct na_snapshot *b);

/* What makes the first sample no start for the second, counters having begun anew: a static text, or NULL. */
const char *na_samples_incomparable(const struct na_rule_context *c);

/* Between both samples; 0 where it is not known. */
double na_samples_seconds(const struct na_rule_context *c);

/* "+14 in 10 s (1.4/s)"; by the hour where it is slow, and without a rate where the time is not known. */
const char *na_rise_text(struct na_rule_context *c, uint64_t delta);

/* true where there is no link for sure. */
bool na_link_is_down(const struct na_nic *nic);

/* One more check, all zero, good until the next call; NULL where memory ran out, which is remembered in the arena. */
struct na_check *na_report_add(struct na_report *report);

/*
 * Puts the rules and groups of the policy to what they match, then its waivers to all that failed so far, whoever found it.
 * 0 or -ENOMEM.
 */
int na_policy_judge(struct na_report *report, const struct na_check_options *options);

/* Adds to wanted what the policy looks at, as na_check_needs() does. */
void na_policy_needs(const struct na_check_options *options, bool two_samples, uint8_t *wanted);

/* Its ids, as --only may name them, borrowed: those of rules, of groups, and of findings about the policy. Their number. */
size_t na_policy_ids(const struct na_policy *policy, const char **ids);

/* false where the policy disables that built-in rule; else *severity is what it says of it, or as it was. */
bool na_policy_builtin(const struct na_policy *policy, const char *id, enum na_severity *severity);
/* true where there is a wire and a link on it: speed and duplex mean something. Otherwise the verdict is given. */
bool na_link_is_up(struct na_rule_context *c);

/* How much the counter went up between the samples; false where there is one sample, or the two cannot be compared. */
bool na_counter_rise(const struct na_rule_context *c, enum na_attr_id attr, uint64_t *rise);

/* Counts the checks. */
void na_report_summarise(struct na_report *report);

#endif
