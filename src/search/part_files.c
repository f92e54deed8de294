/* See part_files.h. */
#include "search/part_files.h"

#include "base/clock.h"
#include "base/new_file.h"
#include "team/cluster.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

const struct few_stream_form few_part_form = {.magic = "\x89" "FWP\r\n\x1a\n", .version = 1, .name = "a part of a checkpoint of fewest"};

enum {
    NAME_ROOM = 32, /* what a name has behind that of the checkpoint */
    PAUSE = 9,      /* times what it took to write, as in keeper.c */
    LOOKS = 50,     /* for a file that another machine has written: a network shows it after a while */
    BETWEEN = 100000000, /* nanoseconds */
};

/* ---- Names */

static size_t name_room(const char *path) {
    return strlen(path) + NAME_ROOM;
}

static void write_name(char *name, const char *path, uint64_t slot, uint64_t number) {
    snprintf(name, name_room(path), "%s.%c%" PRIu64, path, slot ? 'b' : 'a', number);
}

/* Those of one letter, from a number on: as many as there were processes, and what follows these without a gap. */
static void remove_from(const char *path, char *name, uint64_t slot, uint64_t number, uint64_t processes) {
    for (;; number++) {
        write_name(name, path, slot, number);
        const bool is_part = few_in_looks_like(name, &few_part_form);
        if (is_part)
            unlink(name);
        else if (number >= processes)
            return;
    }
}

/* What is at the path now refers to `files`: all other parts are of no use. */
static void clean(struct few_keeper *keeper, const struct few_part_files *files) {
    char *name = few_alloc(&keeper->memory, name_room(keeper->path));
    const uint64_t before = keeper->parts.processes, most = before > files->processes ? before : files->processes;
    for (uint64_t slot = 0; name && slot < 2; slot++)
        remove_from(keeper->path, name, slot, files->count && slot == files->slot ? files->count : 0, most);
    few_free(&keeper->memory, name, name ? name_room(keeper->path) : 0);
}

/* ---- What FILE says */

void few_part_files_write(const struct few_part_files *files, struct few_out *out) {
    few_out_number(out, files->processes);
    few_out_number(out, files->slot);
    few_out_number(out, files->count);
    few_out_bytes(out, files->digests, files->count * sizeof *files->digests);
}

bool few_part_files_read(struct few_in *in, struct few_part_files *files) {
    *files = (struct few_part_files){.processes = few_in_count(in, UINT32_MAX), .slot = few_in_count(in, 1)};
    const uint64_t count = few_in_count(in, in->size / sizeof *files->digests);
    if (in->failed || count == 0)
        return !in->failed;
    files->digests = few_alloc(in->memory, count * sizeof *files->digests);
    if (!files->digests) {
        in->failed = true;
        return few_fail_memory(in->error);
    }
    files->count = count;
    few_in_bytes(in, files->digests, count * sizeof *files->digests);
    return !in->failed;
}

void few_part_files_free(struct few_memory *memory, struct few_part_files *files) {
    few_free(memory, files->digests, files->digests ? files->count * sizeof *files->digests : 0);
    files->digests = NULL;
    files->count = 0;
}

/* ---- Writing */

struct content {
    struct few_keeper *keeper;
    few_keep_work *write;
    const void *work;
    struct few_digest_value body;
};

static bool write_part(int descriptor, void *context) {
    struct content *content = context;
    struct few_out out;
    if (!few_out_begin(&out, descriptor, &content->keeper->memory))
        return false;
    content->write(content->work, &out);
    const bool good = few_out_end(&out, &few_part_form, &content->keeper->memory);
    content->body = out.body;
    return good;
}

/* Whether it went well for all. keeper->error becomes that of the first one where it did not. */
static bool agree(struct few_keeper *keeper, bool good) {
    const struct few_cluster *cluster = keeper->cluster;
    const unsigned number = cluster->place.number, first = few_cluster_first(cluster, !good);
    if (first == cluster->place.size)
        return true;
    if (number == first && number != 0) {
        struct few_error named = {0};
        few_fail(&named, keeper->error.kind, "process %u: %.230s", number, keeper->error.message);
        keeper->error = named;
    }
    few_cluster_tell(cluster, first, &keeper->error, sizeof keeper->error);
    return false;
}

static bool write_ours(struct few_keeper *keeper, struct few_part_files *files, few_keep_work *part, const void *work, char *name) {
    struct content content = {keeper, part, work, {{0}}};
    const unsigned number = keeper->cluster->place.number;
    if (!name || !files->digests)
        return few_fail_memory(&keeper->error);
    write_name(name, keeper->path, files->slot, number);
    if (!few_out_may_replace(name, &few_part_form, &keeper->error))
        return false;
    if (!few_write_new_file(&keeper->memory, name, write_part, &content))
        return few_fail(&keeper->error, few_kind_of_errno(errno), "the checkpoint %.120s cannot be written: %s", name, strerror(errno));
    files->digests[number] = content.body;
    return true;
}

static void rest(void) {
    nanosleep(&(struct timespec){0, BETWEEN}, NULL);
}

/* The first process looks for what all have written. */
static bool finds_all(struct few_keeper *keeper, const struct few_part_files *files, char *name) {
    for (uint64_t number = 0; number < files->count; number++) {
        write_name(name, keeper->path, files->slot, number);
        for (unsigned looks = 0; access(name, R_OK) != 0; looks++) {
            if (looks == LOOKS)
                return few_fail(&keeper->error, FEW_ERROR_INPUT,
                                "the first process does not see %.100s, which process %" PRIu64 " has written: a checkpoint must be in a folder that all machines share",
                                name, number);
            rest();
        }
    }
    return true;
}

/* Each its part. */
static bool write_all(struct few_keeper *keeper, struct few_part_files *files, few_keep_work *part, const void *work) {
    const struct few_cluster *cluster = keeper->cluster;
    const bool is_first = cluster->place.number == 0;
    const size_t room = name_room(keeper->path);
    char *name = few_alloc(&keeper->memory, room);
    files->count = cluster->place.size;
    files->slot = few_cluster_most(cluster, is_first ? !keeper->parts.slot : 0);
    files->digests = few_alloc_zeroed(&keeper->memory, files->count * sizeof *files->digests);
    bool good = agree(keeper, write_ours(keeper, files, part, work, name));
    if (good) {
        few_cluster_combine(cluster, files->digests->words, 2 * files->count, FEW_SUM); /* the others' are all 0 */
        good = agree(keeper, !is_first || finds_all(keeper, files, name));
    }
    few_free(&keeper->memory, name, name ? room : 0);
    return good;
}

bool few_parts_write(struct few_keeper *keeper, few_keep_work *part, few_keep_work *file, const void *work) {
    const bool is_first = keeper->cluster->place.number == 0;
    const struct few_part_files before = keeper->parts;
    struct few_part_files files = {.processes = keeper->cluster->place.size, .slot = before.slot};
    const double began = few_now();
    keeper->error = (struct few_error){0};
    bool good = !part || write_all(keeper, &files, part, work);
    if (good) {
        keeper->parts = files; /* for the file */
        good = agree(keeper, !is_first || few_keeper_write(keeper, file, work));
        keeper->parts = before;
    }
    if (good && is_first)
        clean(keeper, &files);
    few_part_files_free(&keeper->memory, &files);
    if (good)
        keeper->parts = files;
    const double now = few_now(), pause = (now - began) * PAUSE;
    keeper->next = now + (pause > keeper->every ? pause : keeper->every);
    return good;
}

bool few_whole_write(struct few_keeper *keeper, few_keep_work *file, const void *work) {
    const struct few_part_files before = keeper->parts, files = {.processes = 1, .slot = before.slot};
    keeper->parts = files;
    const bool good = few_keeper_write(keeper, file, work);
    keeper->parts = before;
    if (good && before.processes > 1)
        clean(keeper, &files);
    if (good)
        keeper->parts = files;
    return good;
}

bool few_parts_write_nothing(struct few_keeper *keeper) {
    const bool good = keeper->cluster ? few_parts_write(keeper, NULL, few_write_nothing, NULL) && few_parts_are_seen(keeper)
                                      : few_whole_write(keeper, few_write_nothing, NULL);
    keeper->written += good;
    return good;
}

void few_parts_remove(struct few_keeper *keeper) {
    clean(keeper, &(struct few_part_files){0});
}

bool few_parts_may_be_written(struct few_keeper *keeper, struct few_error *error) {
    const size_t room = name_room(keeper->path);
    char *name = keeper->cluster ? few_alloc(&keeper->memory, room) : NULL;
    bool good = few_out_may_replace(keeper->path, &few_checkpoint_form, error);
    for (uint64_t slot = 0; name && good && slot < 2; slot++) {
        write_name(name, keeper->path, slot, keeper->cluster->place.number);
        good = few_out_may_replace(name, &few_part_form, error);
    }
    few_free(&keeper->memory, name, name ? room : 0);
    return good;
}

bool few_parts_are_beside(struct few_keeper *keeper) {
    const size_t room = name_room(keeper->path);
    char *name = few_alloc(&keeper->memory, room);
    bool any = false;
    for (uint64_t slot = 0; name && slot < 2; slot++) {
        write_name(name, keeper->path, slot, 0);
        any = any || few_in_looks_like(name, &few_part_form);
    }
    few_free(&keeper->memory, name, name ? room : 0);
    return any;
}

bool few_parts_are_seen(struct few_keeper *keeper) {
    const struct few_cluster *cluster = keeper->cluster;
    struct few_digest_value body = keeper->body;
    bool same = cluster->place.number == 0;
    few_cluster_tell(cluster, 0, &body, sizeof body);
    for (unsigned looks = 0; !same && looks < LOOKS; looks++) {
        struct few_error none = {0};
        struct few_in in;
        if (few_in_open(&in, keeper->path, &few_checkpoint_form, &keeper->memory, &none)) {
            same = memcmp(&in.expected, &body, sizeof body) == 0;
            few_in_close(&in);
        }
        if (!same)
            rest();
    }
    if (!same)
        few_fail(&keeper->error, FEW_ERROR_INPUT, "the checkpoint %.100s of the first process is not seen: it must be in a folder that all machines share", keeper->path);
    return agree(keeper, same);
}

/* ---- Reading */

bool few_part_open(struct few_part_file *part, const char *path, const struct few_part_files *files, uint64_t number, struct few_memory *memory,
                   struct few_error *error) {
    *part = (struct few_part_file){.room = name_room(path)};
    part->path = few_alloc(memory, part->room);
    if (!part->path)
        return few_fail_memory(error);
    write_name(part->path, path, files->slot, number);
    if (!few_in_open(&part->in, part->path, &few_part_form, memory, error)) {
        part->in.path = NULL;
        return false;
    }
    return memcmp(&part->in.expected, &files->digests[number], sizeof part->in.expected) == 0 ||
           few_fail(error, FEW_ERROR_INPUT, "%.100s is not the part that %.100s refers to: it is of another checkpoint", part->path, path);
}

void few_part_close(struct few_part_file *part, struct few_memory *memory) {
    if (part->in.path)
        few_in_close(&part->in);
    few_free(memory, part->path, part->path ? part->room : 0);
    part->path = NULL;
}
