/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One NIC on a host, perhaps in two samples and with other interfaces around it, and what a rule has to say of it. */
#ifndef NICAUDIT_SCENES_H
#define NICAUDIT_SCENES_H

#include "verdicts.h"

struct scene {
	const char *nic;  /* facts, as in facts.h; eth0 on the wire unless there is another driver */
	const char *host; /* facts of the host; NULL for none */
	const char *was;  /* of eth0 in the first sample, ten seconds earlier; NULL for one sample */
	const char *driver;
	enum na_status status;
	enum na_severity severity; /* of a failed check */
	bool required;		   /* of an unknown one */
	const char *message;	   /* part of it, or NULL */
};

static inline struct na_snapshot *scene_sample(const char *nic, const struct scene *scene, int64_t seconds)
{
	struct na_snapshot *snapshot = na_snapshot_new();

	snapshot->host.boot_id = "one";
	snapshot->host.time_ns = seconds * 1000000000;
	if (scene->host)
		facts_add(snapshot, &snapshot->facts, scene->host);
	facts_nic(snapshot, "eth0", nic)->driver = scene->driver;
	return snapshot;
}

static inline void check_scene(const char *rule, const struct scene *scene)
{
	const struct expectation expected = { scene->nic, scene->status, scene->required, scene->message };
	struct na_snapshot *now = scene_sample(scene->nic, scene, 1010);
	struct na_snapshot *before = scene->was ? scene_sample(scene->was, scene, 1000) : NULL;
	struct na_report *report;
	const struct na_check *check = judge(now, before, rule, &report);

	check_verdict(scene->nic, check, &expected);
	if (check->status == NA_FAIL && check->severity != scene->severity)
		fail_msg("%s: %s (%s)", scene->nic, na_severity_name(check->severity), check->message);
	na_report_free(report);
	na_snapshot_free(before);
	na_snapshot_free(now);
}

static inline void check_scenes(const char *rule, const struct scene *scenes, size_t n)
{
	for (size_t i = 0; i < n; i++)
		check_scene(rule, &scenes[i]);
}

#define CHECK_SCENES(rule, scenes) check_scenes(rule, scenes, sizeof(scenes) / sizeof(scenes[0]))

#endif
