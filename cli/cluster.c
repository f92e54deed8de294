#include "cli/cluster.h"

#include "cli/progress.h"

#include <stdio.h>
#include <string.h>

/* Control-C may take as long as what was found takes to be written; once more ends it at once. */
enum { KEEPING_SECONDS = 3600 };

static void mix(uint64_t *digest, const void *bytes, size_t count) {
    for (size_t i = 0; i < count; i++)
        *digest = (*digest ^ ((const unsigned char *)bytes)[i]) * UINT64_C(0x100000001b3);
}

/* Sizes, times and threads are those of each process. Of a text only whether it is given counts: what it means is compared later. */
static void mix_option(uint64_t *digest, const struct option *option, const void *settings) {
    const void *field = (const char *)settings + option->offset;
    uint64_t value = 0;
    switch (option->kind) {
    case OPTION_FLAG: value = *(const bool *)field; break;
    case OPTION_CHOICE: value = (uint64_t)(*(const int *)field); break;
    case OPTION_COUNT: value = strcmp(option->name, "threads") == 0 ? 0 : *(const uint64_t *)field; break;
    case OPTION_TEXT: value = *(const char *const *)field != NULL; break;
    case OPTION_TEXTS: value = ((const struct texts *)field)->count; break;
    case OPTION_LISTING:
        value = ((const struct listing *)field)->wanted;
        mix(digest, &((const struct listing *)field)->count, sizeof(uint64_t));
        break;
    case OPTION_SIZE:
    case OPTION_SECONDS: break;
    }
    mix(digest, &value, sizeof value);
}

bool join_cluster(const struct command *command, const void *settings, bool has_operands, fewest_cluster **cluster, fewest_error *error) {
    uint64_t digest = has_operands;
    *cluster = NULL;
    if (!fewest_cluster_is_started())
        return true;
    *cluster = fewest_cluster_join(error);
    if (!*cluster)
        return false;
    mix(&digest, command->name, strlen(command->name));
    for (size_t i = 0; i < command->option_count; i++)
        mix_option(&digest, &command->options[i], settings);
    if (fewest_cluster_is_same(*cluster, digest))
        return true;
    usage_error(error, command, "give all of them the same command and options; limits and the names of files may differ", "the processes were called in different ways");
    fewest_cluster_leave(*cluster);
    *cluster = NULL;
    return false;
}

struct starter mpirun_of(const fewest_cluster *cluster) {
    struct starter starter = {""};
    if (cluster)
        snprintf(starter.text, sizeof starter.text, "mpirun -n %u ", fewest_cluster_size(cluster));
    return starter;
}

void promise_way_on(const fewest_cluster *cluster, const char *command, const char *kept) {
    if (!kept)
        return;
    allow_after_signal(KEEPING_SECONDS);
    if (cluster)
        say_at_signal(kept, "fewest: told to end; continue from the last checkpoint with: %sfewest %s --resume %s\n", mpirun_of(cluster).text, command, kept);
}
