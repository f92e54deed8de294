#include "cli/forecast_model.h"

/* Measured; docs/scale.md says with what. */
static const double
    sets_rate = 170e6,       /* states a second of a thread, by sets in memory */
    sets_on_disk = 2,        /* times as long on disk */
    sets_written = 1, sets_read = 3, /* bytes a state */
    runs_on_disk = 5.5,      /* times as long as by hash in memory */
    runs_written = 1.3, runs_read = 2.4, /* times the bytes of all successors */
    runs_passes = 14,        /* over a layer, at most, and two for the layers before */
    table_room = 2,          /* slots of a hash table for each state in it */
    list_room = 1.5;         /* places in a list that grows, for each state in it */

/* Assumed. */
static const double
    shared_work = 0.5,       /* of what processes could do, if none waited for another */
    least_memory = 64 << 20, /* of what is on disk */
    rank_bytes = 8, tag_bits = 2;

double forecast_widest(const struct forecast_space *space) {
    return space->moves < 4 ? 1.0 / 8 : 1.0 / 2;
}

static double larger(double a, double b) {
    return a > b ? a : b;
}

/* Two layers as lists, with keys of so many bytes. */
static double lists(const struct forecast_space *space, double key) {
    return 2 * forecast_widest(space) * space->states * key * list_room;
}

/* States that are remembered: where moves can be undone, those of three layers. */
static double remembered(const struct forecast_space *space) {
    const double share = 3 * forecast_widest(space);
    return space->states * (space->undone && share < 1 ? share : 1);
}

static struct forecast_plan by_sets(const struct forecast_space *space, const struct forecast_machines *machines) {
    return (struct forecast_plan){.method = "sets", .nodes = 1, .memory = space->set_bytes,
                                  .seconds = space->states / (sets_rate * machines->processes)};
}

static struct forecast_plan by_sets_on_disk(const struct forecast_space *space, const struct forecast_machines *machines) {
    struct forecast_plan plan = {.method = "sets on disk", .nodes = 1, .memory = least_memory,
                                 .disk = remembered(space) * sets_written,
                                 .written = space->states * sets_written, .read = space->states * sets_read};
    plan.seconds = larger(sets_on_disk * by_sets(space, machines).seconds, (plan.written + plan.read) / machines->speed);
    return plan;
}

/* By rank or by hash, with a table of so many bytes and keys of so many: in each process its part. */
static struct forecast_plan by_processes(const char *method, const struct forecast_space *space, const struct forecast_machines *machines,
                                         double table, double key) {
    const double nodes = machines->nodes, all = nodes * machines->processes;
    struct forecast_plan plan = {.method = method, .nodes = nodes, .memory = (table + lists(space, key)) / nodes,
                                 .sent = space->states * space->moves * key * (nodes - 1) / nodes};
    plan.seconds = larger(space->states / (space->rate * (all > 1 ? all * shared_work : 1)), plan.sent / (nodes * machines->network));
    return plan;
}

static struct forecast_plan by_runs(const struct forecast_space *space, const struct forecast_machines *machines) {
    const double keys = space->states * (space->ranks > 0 ? rank_bytes : space->state_bytes), made = keys * space->moves;
    struct forecast_plan plan = {.method = "runs on disk", .nodes = 1, .memory = least_memory, .written = runs_written * made, .read = larger(runs_read * made, runs_passes * keys),
                                 .disk = remembered(space) / space->states * runs_written * made};
    plan.seconds = larger(runs_on_disk * space->states / space->rate, (plan.written + plan.read) / machines->speed);
    return plan;
}

size_t forecast(const struct forecast_space *space, const struct forecast_machines *machines, struct forecast_plan *plans) {
    size_t count = 0;
    if (space->set_bytes > 0)
        plans[count++] = by_sets(space, machines);
    if (space->ranks > 0)
        plans[count++] = by_processes("rank", space, machines, space->ranks * tag_bits / 8, rank_bytes);
    plans[count++] = by_processes("hash", space, machines, remembered(space) * (space->state_bytes + tag_bits / 8) * table_room, space->state_bytes);
    if (space->set_bytes > 0 && space->undone)
        plans[count++] = by_sets_on_disk(space, machines);
    plans[count++] = by_runs(space, machines);
    for (size_t i = 0; i < count; i++)
        plans[i].lacks = plans[i].memory > machines->memory ? "memory" : plans[i].disk > machines->disk ? "disk" : NULL;
    return count;
}
