/* Checkpoints of explorations: what they are of, and what is in a file. */
#include "api/checkpoint.h"

#include "api/cluster.h"
#include "api/fingerprint.h"
#include "base/clock.h"
#include "search/layers/bfs_disk.h"
#include "team/cluster.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const double usual_pause = 60; /* seconds */

static void write_head(void *context, struct few_out *out) {
    const fewest_exploration *self = context;
    const struct few_head_about about = {FEW_KEPT_EXPLORATION, &self->options, self->steps, self->fingerprint, self->first, {0}, NULL};
    few_head_write(out, self->puzzle, &about);
}

/* ---- What is in a file */

struct fewest_checkpoint {
    struct few_memory memory;
    char *path;
    struct few_checkpoint_head head;
    bool is_whole;
    uint64_t layers, states;
    double seconds;
    struct few_part_files parts;
};

/* false: see in->error. */
static bool read_progress(struct few_in *in, fewest_checkpoint *self) {
    if (self->head.kind != FEW_KEPT_EXPLORATION) {
        struct few_progress progress;
        const bool good = few_progress_read(in, &progress);
        self->layers = progress.least;
        self->states = progress.expanded;
        self->seconds = progress.seconds;
        return good && (progress.stage != FEW_STAGE_SHARED || few_part_files_read(in, &self->parts));
    }
    self->is_whole = few_in_count(in, FEW_STAGE_WHOLE) == FEW_STAGE_WHOLE;
    few_in_number(in); /* method, disk, symmetries, moves */
    few_in_number(in);
    few_in_number(in);
    few_in_number(in);
    few_in_number(in);
    self->seconds = (double)few_in_number(in) / 1000;
    self->layers = few_in_count(in, in->size / sizeof(uint64_t));
    for (uint64_t i = 0; i < self->layers && !in->failed; i++)
        self->states += few_in_number(in);
    return !in->failed && few_part_files_read(in, &self->parts);
}

/* ---- Explorations that are kept */

static bool refuse(const struct few_in *in, struct few_error *error, const char *why) {
    return few_fail(error, FEW_ERROR_INPUT, "%.120s is a checkpoint of another %s", in->path, why);
}

bool few_exploration_open(fewest_exploration *self, fewest_puzzle *puzzle, fewest_explore_options *options, struct few_error *error) {
    struct few_keeper *keeper = &self->keeper;
    struct few_checkpoint_head head = {0};
    self->steps = UINT64_MAX;
    if (!options->resume && !options->checkpoint)
        return true;
    if (!puzzle->rules)
        return few_fail(error, FEW_ERROR_INPUT, "a space of your own cannot be kept in a checkpoint");
    few_memory_init(&keeper->memory, FEW_KEEPER_MEMORY);
    if (!options->resume)
        return true;
    if (!few_in_open(&self->kept, options->resume, &few_checkpoint_form, &keeper->memory, error))
        return false;
    bool good = few_head_read(&self->kept, FEW_KEPT_EXPLORATION, &head);
    self->steps = head.steps;
    self->fingerprint = head.fingerprint;
    self->first = head.first;
    if (good && head.options.from_goal != options->from_goal)
        good = refuse(&self->kept, error, options->from_goal ? "exploration: it began at the start, not at the goal (--from-goal)"
                                                             : "exploration: it began at the goal (--from-goal)");
    if (good && head.steps != UINT64_MAX && options->limits.depth != UINT64_MAX && options->limits.depth != head.steps)
        good = few_fail(error, FEW_ERROR_INPUT, "%.120s is a checkpoint of an exploration to depth %" PRIu64 "; with strings of any length it cannot be continued to another depth",
                        options->resume, head.steps);
    if (good && head.steps != UINT64_MAX)
        options->limits.depth = head.steps;
    options->method = good ? head.options.method : options->method;
    options->symmetry = good ? head.options.symmetry : options->symmetry;
    if (good && head.has_disk && !options->disk) {
        options->disk = self->disk_folder = strdup(head.disk.text);
        options->disk_limit = options->disk_limit ? options->disk_limit : head.options.disk_limit;
        good = options->disk || few_fail_memory(error);
    }
    few_head_free(&keeper->memory, &head);
    if (!good)
        few_in_close(&self->kept);
    self->goes_on = good;
    return good;
}

uint64_t few_digest_first(const struct few_problem *problem) {
    uint64_t sum = problem->start_count;
    for (size_t i = 0; i < problem->start_count; i++) {
        struct few_digest digest;
        few_digest_begin(&digest);
        few_digest_add(&digest, problem->starts + i * problem->space->words, problem->space->words * sizeof *problem->starts);
        sum += few_digest_end(&digest).words[0];
    }
    return sum;
}

void few_keeper_look_at_old(struct few_keeper *keeper) {
    struct few_error none = {0};
    struct few_in in;
    fewest_checkpoint old = {0};
    if (!few_parts_are_beside(keeper) || !few_in_looks_like(keeper->path, &few_checkpoint_form) || !few_in_open(&in, keeper->path, &few_checkpoint_form, &keeper->memory, &none))
        return;
    if (few_head_read(&in, FEW_KEPT_ANYTHING, &old.head) && read_progress(&in, &old))
        keeper->parts = (struct few_part_files){.processes = old.parts.processes, .slot = old.parts.slot};
    few_head_free(&keeper->memory, &old.head);
    few_part_files_free(&keeper->memory, &old.parts);
    few_in_close(&in);
}

bool few_exploration_fits(fewest_exploration *self, const struct few_problem *problem, struct few_error *error) {
    const fewest_explore_options *options = &self->options;
    struct few_digest_value fingerprint;
    if (!options->resume && !options->checkpoint)
        return true;
    if (!few_model_fingerprint(self->model, false, &fingerprint, error))
        return false;
    const uint64_t first = few_digest_first(problem);
    if (self->goes_on && (fingerprint.words[0] != self->fingerprint.words[0] || fingerprint.words[1] != self->fingerprint.words[1]))
        return refuse(&self->kept, error, "puzzle: its rules, its pieces or its goal are not the same");
    if (self->goes_on && first != self->first)
        return refuse(&self->kept, error, options->from_goal ? "goal of this puzzle" : "start of this puzzle");
    if (!self->goes_on && few_model_steps(self->model, options->from_goal) != UINT64_MAX)
        self->steps = options->limits.depth;
    self->fingerprint = fingerprint;
    self->first = first;
    self->keeper.path = options->checkpoint ? options->checkpoint : options->resume;
    self->keeper.every = options->every > 0 ? options->every : usual_pause;
    self->keeper.next = few_now() + self->keeper.every;
    self->keeper.about = write_head;
    self->keeper.context = self;
    self->keeper.from = self->goes_on ? &self->kept : NULL;
    self->kept.error = &self->keeper.error;
    self->result.keeper = &self->keeper;
    self->keeper.cluster = self->puzzle->cluster;
    if (!self->goes_on || strcmp(self->keeper.path, options->resume) != 0)
        few_keeper_look_at_old(&self->keeper);
    return few_parts_may_be_written(&self->keeper, error);
}

bool few_kept_is_same(const fewest_puzzle *puzzle, const struct few_in *kept, struct few_error *error) {
    const struct few_cluster *cluster = puzzle->cluster;
    if (!cluster)
        return true;
    struct few_digest_value first = kept->expected;
    few_cluster_tell(cluster, 0, &first, sizeof first);
    const bool differs = memcmp(&first, &kept->expected, sizeof first) != 0;
    return few_cluster_most(cluster, differs) == 0 ||
           few_fail(error, FEW_ERROR_INPUT, "the processes have different checkpoints: is %.100s in a folder that all machines share?", kept->path);
}

void few_exploration_close(fewest_exploration *self) {
    if (self->result.disk)
        few_disk_close(&self->disk);
    self->result.disk = NULL;
    free(self->disk_folder);
    self->disk_folder = NULL;
    few_in_close(&self->kept);
    few_part_files_free(&self->keeper.memory, &self->keeper.taken);
}

const char *fewest_exploration_trouble(const fewest_exploration *self) {
    if (self->disk.error.kind != FEW_ERROR_NONE)
        return self->disk.error.message;
    return self->keeper.error.kind == FEW_ERROR_NONE ? NULL : self->keeper.error.message;
}

bool fewest_exploration_is_kept(const fewest_exploration *self) {
    return self->keeper.path && self->keeper.error.kind == FEW_ERROR_NONE;
}

bool fewest_exploration_disk(const fewest_exploration *self, uint64_t *most, uint64_t *written, uint64_t *read) {
    *most = atomic_load(&self->disk.most);
    *written = atomic_load(&self->disk.written);
    *read = atomic_load(&self->disk.read);
    return self->result.on_disk;
}

bool few_exploration_open_disk(fewest_exploration *self, struct few_error *error) {
    const fewest_explore_options *options = &self->options;
    if (!options->disk)
        return true;
    self->result.disk = &self->disk;
    if (few_disk_open(&self->disk, options->disk, options->disk_limit, options->checkpoint ? options->checkpoint : options->resume, &self->memory))
        return true;
    *error = self->disk.error;
    return false;
}

void few_exploration_share_disk(fewest_exploration *self, enum few_end end) {
    const struct few_cluster *cluster = self->puzzle->cluster;
    if (!cluster || !self->result.disk)
        return;
    uint64_t bytes[] = {atomic_load(&self->disk.most), atomic_load(&self->disk.written), atomic_load(&self->disk.read)};
    few_cluster_combine(cluster, bytes, sizeof bytes / sizeof *bytes, FEW_SUM);
    atomic_store(&self->disk.most, bytes[0]);
    atomic_store(&self->disk.written, bytes[1]);
    atomic_store(&self->disk.read, bytes[2]);
    if (end == FEW_NO_DISK)
        few_agree(self->puzzle, self->disk.error.kind == FEW_ERROR_NONE, &self->disk.error);
}

/* ---- The public functions */

/* Whether all files of it are sound. Of several processes, each sees to that when it goes on from them. */
static bool check_parts(fewest_checkpoint *self, struct few_error *error) {
    bool good = true;
    for (uint64_t number = 0; number < self->parts.count && good && !few_cluster_is_started(); number++) {
        struct few_part_file part;
        good = few_part_open(&part, self->path, &self->parts, number, &self->memory, error);
        few_part_close(&part, &self->memory);
    }
    return good;
}

fewest_checkpoint *fewest_checkpoint_open(const char *path, fewest_error *error) {
    struct few_error inner = {0};
    struct few_in in;
    fewest_checkpoint *self = calloc(1, sizeof *self);
    if (self) {
        few_memory_init(&self->memory, FEW_KEEPER_MEMORY);
        self->path = strdup(path);
    }
    bool good = self && self->path;
    if (!good)
        few_fail_memory(&inner);
    if (good && few_in_open(&in, path, &few_checkpoint_form, &self->memory, &inner)) {
        good = few_head_read(&in, FEW_KEPT_ANYTHING, &self->head) && read_progress(&in, self);
        few_in_close(&in);
        good = good && check_parts(self, &inner);
    } else {
        good = false;
    }
    if (!good) {
        few_error_publish(&inner, error);
        fewest_checkpoint_free(self);
        self = NULL;
    }
    return self;
}

void fewest_checkpoint_free(fewest_checkpoint *self) {
    if (!self)
        return;
    few_head_free(&self->memory, &self->head);
    few_part_files_free(&self->memory, &self->parts);
    free(self->path);
    free(self);
}

bool fewest_checkpoint_looks_like(const char *path) {
    return few_in_looks_like(path, &few_checkpoint_form);
}

/* The files of a search on disk, which stay as long as the checkpoint does. */
struct left_on_disk {
    struct few_disk disk;
    char folder[PATH_MAX];
};

/* Whether there may be any. A search that was killed before its first checkpoint on disk has left files that no checkpoint names. */
static bool find_left(const char *path, struct few_memory *memory, struct left_on_disk *left) {
    struct few_error none = {0};
    struct few_in in;
    struct few_checkpoint_head head = {0};
    struct few_progress progress;
    *left = (struct left_on_disk){.disk = {.folder = left->folder}};
    if (!few_in_open(&in, path, &few_checkpoint_form, memory, &none))
        return false;
    const bool found = few_head_read(&in, FEW_KEPT_SEARCH, &head) && head.has_disk && few_progress_read(&in, &progress);
    if (found) {
        if (progress.stage == FEW_STAGE_DISK)
            few_bfs_disk_names(&left->disk, &in);
        else
            left->disk.key = few_disk_key(path);
        snprintf(left->folder, sizeof left->folder, "%s", head.disk.text);
    }
    few_head_free(memory, &head);
    few_in_close(&in);
    return found && !in.failed;
}

bool fewest_checkpoint_remove(const char *path) {
    struct few_keeper keeper = {.path = path};
    struct left_on_disk left;
    if (!fewest_checkpoint_looks_like(path))
        return false;
    few_memory_init(&keeper.memory, FEW_KEEPER_MEMORY);
    few_keeper_look_at_old(&keeper);
    const bool has_files = find_left(path, &keeper.memory, &left);
    if (unlink(path) != 0)
        return false;
    few_parts_remove(&keeper);
    if (has_files)
        few_disk_clean(&left.disk, NULL, 0);
    return true;
}

const char *fewest_checkpoint_name(const fewest_checkpoint *self) {
    return self->head.name.text;
}

bool fewest_checkpoint_is_whole(const fewest_checkpoint *self) {
    return self->is_whole;
}

uint64_t fewest_checkpoint_layers(const fewest_checkpoint *self) {
    return self->layers;
}

uint64_t fewest_checkpoint_states(const fewest_checkpoint *self) {
    return self->states;
}

double fewest_checkpoint_seconds(const fewest_checkpoint *self) {
    return self->seconds;
}

bool fewest_checkpoint_is_search(const fewest_checkpoint *self) {
    return self->head.kind == FEW_KEPT_SEARCH;
}

/* The puzzle that is in the file, if it is of that kind. */
static fewest_puzzle *parse(const fewest_checkpoint *self, enum few_kept_as kind, const fewest_limits *limits, fewest_error *error) {
    const struct few_checkpoint_head *head = &self->head;
    struct few_error inner = {0};
    if (head->kind != kind) {
        few_fail(&inner, FEW_ERROR_INPUT, "%.120s is a checkpoint of %s, not of %s: continue it with fewest %s --resume", self->path, few_kept_word(head->kind),
                 few_kept_word(kind), few_kept_command(head->kind));
        few_error_publish(&inner, error);
        return NULL;
    }
    if (!head->has_rules) {
        few_fail(&inner, FEW_ERROR_INPUT, "the puzzle is not in %.120s, as it is a maze or long: name it, too", self->path);
        few_error_publish(&inner, error);
        return NULL;
    }
    fewest_puzzle *puzzle = fewest_parse_within(head->rules.text, head->rules.length, head->name.text, limits, error);
    const bool good = puzzle && (!head->is_given[0] || fewest_set_start(puzzle, head->given[0].text, error)) &&
                      (!head->is_given[1] || fewest_set_goal(puzzle, head->given[1].text, error));
    if (good)
        return puzzle;
    fewest_puzzle_free(puzzle);
    return NULL;
}

fewest_puzzle *fewest_checkpoint_puzzle(const fewest_checkpoint *self, const fewest_limits *limits, fewest_explore_options *options,
                                        fewest_error *error) {
    const struct few_checkpoint_head *head = &self->head;
    const uint64_t depth = options->limits.depth;
    fewest_puzzle *puzzle = parse(self, FEW_KEPT_EXPLORATION, limits, error);
    if (!puzzle)
        return NULL;
    options->method = head->options.method;
    options->symmetry = head->options.symmetry;
    options->from_goal = head->options.from_goal;
    options->hardest = FEWEST_EXACTLY(head->options.hardest);
    options->limits.depth = depth == 0 && head->steps != UINT64_MAX ? FEWEST_EXACTLY(head->steps) : depth;
    options->resume = self->path;
    return puzzle;
}

fewest_puzzle *fewest_checkpoint_search(const fewest_checkpoint *self, const fewest_limits *limits, fewest_options *options, fewest_error *error) {
    const struct few_kept_choice *choice = &self->head.choice;
    fewest_puzzle *puzzle = parse(self, FEW_KEPT_SEARCH, limits, error);
    if (options->algorithm == FEWEST_AUTO)
        options->algorithm = (fewest_algorithm)choice->algorithm;
    if (options->remember == FEWEST_REMEMBER_AUTO)
        options->remember = (fewest_remember)choice->remember;
    if (!options->all && choice->all) {
        options->all = true;
        options->list = (size_t)choice->list;
    }
    options->resume = self->path;
    return puzzle;
}

bool fewest_checkpoint_is_table(const fewest_checkpoint *self) {
    return self->head.kind == FEW_KEPT_TABLE;
}

const char *fewest_checkpoint_output(const fewest_checkpoint *self) {
    return self->head.output.text && *self->head.output.text ? self->head.output.text : NULL;
}

fewest_puzzle *fewest_checkpoint_table(const fewest_checkpoint *self, const fewest_limits *limits, fewest_options *options, fewest_error *error) {
    options->resume = self->path;
    return parse(self, FEW_KEPT_TABLE, limits, error);
}
