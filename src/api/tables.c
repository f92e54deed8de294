/* Tables in files: built for a puzzle, loaded by another run of the same one, described, and verified. */
#include "api/cluster.h"
#include "api/fingerprint.h"
#include "api/kept_table.h"
#include "api/open_goals.h"
#include "api/run.h"
#include "api/scope.h"

#include "base/clock.h"
#include "build/table_distances.h"
#include "build/table_patterns.h"
#include "spaces/forms.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void write_fingerprint(struct few_digest_value fingerprint, char text[33]) {
    snprintf(text, 33, "%016llx%016llx", (unsigned long long)fingerprint.words[0],
             (unsigned long long)fingerprint.words[1]);
}

static bool fingerprint_of(fewest_puzzle *puzzle, struct few_digest_value *fingerprint, struct few_error *error) {
    return few_puzzle_prepare(puzzle, FEW_TO_EXPLORE, NULL, error) && few_model_fingerprint(puzzle->model, true, fingerprint, error);
}

bool fewest_fingerprint(fewest_puzzle *puzzle, char text[33], fewest_error *error) {
    struct few_error inner = {0};
    struct few_digest_value fingerprint;
    bool good = fingerprint_of(puzzle, &fingerprint, &inner);
    if (good)
        write_fingerprint(fingerprint, text);
    else
        few_error_publish(&inner, error);
    return good;
}

/* ---- Work within limits */

struct task {
    struct few_run run;
    fewest_options options;
    enum few_end end; /* why it was stopped; FEW_RUNNING: it was not */
};

/* The options have been read. */
static void begin_task(struct task *task, fewest_puzzle *puzzle, const fewest_options *options, const char *word) {
    *task = (struct task){.options = *options, .end = FEW_RUNNING};
    few_run_init(&task->run, puzzle, &options->limits, word);
    task->run.store = "table";
    task->run.limits.states = 0; /* of a search; here the table is what there is */
    task->run.limits.depth = UINT64_MAX;
    few_run_begin_inside(&task->run);
}

/* ---- Writing */

static void add_text(struct few_table_section *sections, uint32_t *count, const char *name, const char *text,
                     size_t length) {
    struct few_table_section *section = &sections[(*count)++];
    *section = (struct few_table_section){.bytes = text, .size = length};
    memcpy(section->name, name, strlen(name));
}

void few_puzzle_add_sections(const fewest_puzzle *puzzle, struct few_table_section *sections, uint32_t *count) {
    static const char *const names[2] = {"start", "goal"};
    const struct few_puzzle *rules = puzzle->rules;
    if (!rules || !rules->text)
        return;
    add_text(sections, count, "name", rules->file, strlen(rules->file));
    add_text(sections, count, "puzzle", rules->text, rules->text_length);
    for (unsigned i = 0; i < 2; i++)
        if (puzzle->given[i].is_given)
            add_text(sections, count, names[i], puzzle->given[i].text, strlen(puzzle->given[i].text));
}

bool few_puzzle_write_distances(const fewest_puzzle *puzzle, struct few_memory *memory, const char *path, const struct few_distances_sections *made,
                                struct few_error *error) {
    struct few_table_section sections[sizeof made->list / sizeof *made->list + FEW_PUZZLE_SECTIONS];
    struct few_digest_value fingerprint;
    if (!few_model_fingerprint(puzzle->model, true, &fingerprint, error))
        return false;
    uint32_t count = made->count;
    memcpy(sections, made->list, count * sizeof *sections);
    few_puzzle_add_sections(puzzle, sections, &count);
    return few_table_file_write(memory, path, FEW_TABLE_DISTANCES, fingerprint, sections, count, error);
}

/* Of several processes, the first one writes it. */
static bool save_distances(fewest_puzzle *puzzle, const char *path, struct few_error *error) {
    struct few_distances_sections made;
    if (puzzle->cluster && puzzle->cluster->place.number != 0)
        return true;
    if (!few_distances_arrange(&puzzle->table, &made, error))
        return false;
    bool good = few_puzzle_write_distances(puzzle, &puzzle->memory, path, &made, error);
    few_distances_release(&puzzle->table, &made);
    return good;
}

static bool write_patterns(fewest_puzzle *puzzle, const char *path,
                           struct few_patterns_sections *made, struct few_error *error) {
    struct few_table_section sections[sizeof made->list / sizeof *made->list + FEW_PUZZLE_SECTIONS];
    struct few_digest_value fingerprint;
    if (!fingerprint_of(puzzle, &fingerprint, error))
        return false;
    few_patterns_arrange(puzzle->model->bound, (const struct few_rule_space *)puzzle->model->space, puzzle->model->facts,
                         puzzle->model->bound_wish.memory, puzzle->model->bound_patterns, made);
    uint32_t count = made->count;
    memcpy(sections, made->list, count * sizeof *sections);
    few_puzzle_add_sections(puzzle, sections, &count);
    return few_table_file_write(&puzzle->memory, path, FEW_TABLE_PATTERNS, fingerprint, sections, count, error);
}

static bool go_on(void *context, uint64_t states) {
    struct task *task = context;
    task->run.watch.counts.remembered += states;
    task->end = few_watch_check(&task->run.watch);
    return task->end == FEW_RUNNING;
}

/* What to try, where it may help: that the goals can be listed and how far the states are shows only then. */
static const char *what_else(const struct few_space *space) {
    return !few_costs_are_equal(space) ? ""
           : space->undirected ? "; a distance table may help (--distances)"
                               : "; a distance table may help (--distances), if none is above 254 moves";
}

/* Makes the databases as a search would, and writes them. */
static bool save_patterns(struct task *task, const char *path, struct few_error *error) {
    fewest_puzzle *puzzle = task->run.puzzle;
    const struct few_bound_wish wish = {.memory = task->options.bound_memory, .patterns = task->options.patterns,
                                        .pattern_count = task->options.pattern_count, .for_file = true, .go_on = go_on, .context = task};
    const struct few_bound *bound;
    if (!few_puzzle_prepare(puzzle, FEW_TO_EXPLORE, &task->run.limits, error))
        return false;
    if (puzzle->model->space->no_patterns)
        return few_fail(error, FEW_ERROR_INPUT, "%s", puzzle->model->space->no_patterns);
    struct few_patterns_sections *made = NULL;
    bool good = few_model_bound(puzzle->model, &wish, &bound, error);
    if (!good && task->end != FEW_RUNNING) {
        few_run_explain(task->end, "for the databases", error);
    }
    if (good && !puzzle->model->bound_patterns)
        good = few_fail_memory(error);
    if (good && (!bound || !few_patterns_any(puzzle->model->bound)))
        good = few_fail(error, FEW_ERROR_INPUT,
                        "no pattern database would help here (%.100s)%s",
                        bound ? bound->text : "no lower bound above 0 is known", what_else(puzzle->model->space));
    if (good) {
        made = few_alloc(&puzzle->memory, sizeof *made);
        good = made ? write_patterns(puzzle, path, made, error) : few_fail_memory(error);
    }
    few_free(&puzzle->memory, made, sizeof *made);
    return good;
}

/* A table that is made for the file stays with the puzzle, if it could be written: else the puzzle is as it was. */
static bool build_distances(fewest_puzzle *puzzle, const fewest_options *given, const fewest_options *options,
                            const char *path, fewest_error *error) {
    struct few_error inner = {0};
    struct few_digest_value fingerprint;
    const bool had_table = puzzle->has_table;
    bool good = few_agree(puzzle, fingerprint_of(puzzle, &fingerprint, &inner), &inner); /* before there is any work */
    bool is_written = false;
    if (good && !had_table && !few_tabulate_for(puzzle, given, path, &is_written, error))
        return false;
    if (good && !is_written) {
        struct task task;
        begin_task(&task, puzzle, options, "table");
        good = save_distances(puzzle, path, &inner);
        few_run_end_inside(&task.run, &inner);
        good = few_agree(puzzle, good, &inner);
    }
    if (!good && !had_table)
        few_puzzle_drop_table(puzzle);
    if (!good)
        few_error_publish(&inner, error);
    return good;
}

bool fewest_table_build(fewest_puzzle *puzzle, fewest_table_kind kind, const fewest_options *options,
                        const char *path, fewest_error *error) {
    struct few_error inner = {0};
    fewest_options wanted;
    bool good = few_kind_known(kind, &inner) && few_options_read(options, few_puzzle_limits(puzzle), &wanted, &inner);
    good = few_agree(puzzle, good, &inner);
    if (good && kind == FEWEST_TABLE_DISTANCES)
        return build_distances(puzzle, options, &wanted, path, error);
    if (good && puzzle->cluster)
        good = few_fail(&inner, FEW_ERROR_INPUT, "several processes share the building of a distance table, not of pattern databases");
    if (good && wanted.disk)
        good = few_fail(&inner, FEW_ERROR_INPUT, "pattern databases are built in memory: only a distance table can go to disk");
    if (good && (wanted.checkpoint || wanted.resume))
        good = few_fail(&inner, FEW_ERROR_INPUT, "pattern databases cannot be kept in a checkpoint: only a distance table can");
    if (good) {
        struct task task;
        begin_task(&task, puzzle, &wanted, "patterns");
        good = save_patterns(&task, path, &inner);
        few_run_end_inside(&task.run, &inner);
    }
    if (!good)
        few_error_publish(&inner, error);
    return good;
}

/* ---- Reading */

static bool is_text_of(const struct few_table_file *file, const char *section, const char *text, size_t length) {
    uint64_t size;
    const char *bytes = few_table_file_section(file, section, &size);
    return bytes ? text && size == length && memcmp(bytes, text, length) == 0 : !text;
}

static bool matches(fewest_puzzle *puzzle, const struct few_table_file *file, struct few_error *error) {
    struct few_digest_value fingerprint;
    return few_model_fingerprint(puzzle->model, true, &fingerprint, error) &&
           memcmp(&fingerprint, &file->fingerprint, sizeof fingerprint) == 0;
}

/* The start that the table was made for, in a puzzle of its own, which is to be freed. NULL: see *error. */
static struct few_puzzle *made_for(const struct few_table_file *file, fewest_puzzle *puzzle, struct few_error *error) {
    const struct few_puzzle *rules = puzzle->rules;
    struct few_puzzle *other = few_read_any(&puzzle->memory, rules->file, rules->text, rules->text_length, error);
    uint64_t size;
    const char *start = few_table_file_section(file, "start", &size);
    if (!other || !start || few_read_any_start(other, "START", start, (size_t)size, error))
        return other;
    few_puzzle_free(other);
    return NULL;
}

/* A table that was made from another start has the present one, too, if that is a state of the same space: then the model for
 * the other start is taken. Otherwise says which of puzzle, goal and start is another. */
static bool adopt_start(const struct few_table_file *file, fewest_puzzle *puzzle, const char *path, struct few_error *error) {
    const struct few_given *goal = &puzzle->given[1];
    const char *goal_text = goal->is_given ? goal->text : NULL;
    if (!puzzle->rules || !puzzle->rules->text || !is_text_of(file, "puzzle", puzzle->rules->text, puzzle->rules->text_length))
        return few_fail(error, FEW_ERROR_INPUT, "%.120s is a table for another puzzle, or for other rules than these", path);
    if (!is_text_of(file, "goal", goal_text, goal_text ? strlen(goal_text) : 0))
        return few_fail(error, FEW_ERROR_INPUT, "%.120s is a table for another goal", path);
    if (puzzle->has_table)
        return few_fail(error, FEW_ERROR_INPUT, "%.120s is a table for a start that allows other states than this one", path);
    struct few_puzzle *other = made_for(file, puzzle, error);
    if (!other)
        return false;
    bool good = few_puzzle_serve_from(puzzle, &other->start, error);
    few_puzzle_free(other);
    if (!good)
        return false;
    if (!matches(puzzle, file, error))
        good = few_fail(error, FEW_ERROR_INPUT, "%.120s is a table for another version of this program, for a file that was changed, or built with so little memory that states are numbered in another way", path);
    else if (!few_puzzle_serves(puzzle))
        good = few_fail(error, FEW_ERROR_INPUT, "%.120s is a table for a start that does not allow this one: the table lacks it", path);
    if (!good)
        few_puzzle_drop_adopted(puzzle);
    return good;
}

/* An open file that is sound and was made for this puzzle. */
static bool open_for(struct few_table_file *file, fewest_puzzle *puzzle, const char *path, struct few_error *error) {
    struct few_digest_value fingerprint;
    if (!fingerprint_of(puzzle, &fingerprint, error) ||
        !few_table_file_open(file, &puzzle->memory, path, NULL, error))
        return false;
    if (memcmp(&fingerprint, &file->fingerprint, sizeof fingerprint) == 0 || adopt_start(file, puzzle, path, error))
        return true;
    few_table_file_close(file);
    return false;
}

/* *is_bound says which of the two kinds it is. */
static bool load(fewest_puzzle *puzzle, const char *path, bool *is_bound, struct few_error *error) {
    struct few_table_file file;
    if (!open_for(&file, puzzle, path, error))
        return false;
    *is_bound = strcmp(file.kind, FEW_TABLE_PATTERNS) == 0;
    if (*is_bound) {
        bool taken = few_model_load_bound(puzzle->model, &file, path, error);
        if (!taken)
            few_table_file_close(&file);
        return taken;
    }
    bool good = strcmp(file.kind, FEW_TABLE_DISTANCES) == 0 ||
                few_fail(error, FEW_ERROR_INPUT, "%.120s is a table of an unknown kind", path);
    if (good) {
        struct few_table table;
        good = few_distances_read(&table, puzzle->model->space, &puzzle->memory, &file, path, error);
        if (good) {
            few_puzzle_drop_table(puzzle);
            puzzle->table = table;
        }
    }
    if (!good) {
        few_table_file_close(&file);
        return false;
    }
    puzzle->table_file = file;
    puzzle->has_table = true;
    return true;
}

bool fewest_table_load(fewest_puzzle *puzzle, const char *path, fewest_error *error) {
    struct few_error inner = {0};
    struct task task; /* within what is free */
    fewest_options standard;
    if (!few_options_read(NULL, few_puzzle_limits(puzzle), &standard, &inner)) {
        few_error_publish(&inner, error);
        return false;
    }
    begin_task(&task, puzzle, &standard, "load");
    puzzle->memory.budget /= 2; /* searching takes some, too */
    bool is_bound, good = load(puzzle, path, &is_bound, &inner);
    few_run_end_inside(&task.run, &inner);
    if (inner.kind == FEW_ERROR_MEMORY_LIMIT)
        few_fail(&inner, FEW_ERROR_MEMORY_LIMIT, "%.120s would take more than half of the memory limit", path);
    if (!good)
        few_error_publish(&inner, error);
    return good;
}

static void tell_distances(const struct few_table_file *file, fewest_table_info *info) {
    const struct few_distances_about *about = few_distances_about(file);
    if (!about)
        return;
    info->states = about->states;
    info->entries = about->count;
    info->bits = (unsigned)about->tag_bits;
    info->depth = about->layers ? about->layers - 1 : 0;
    uint64_t size;
    const bool around = few_table_file_section(file, "around", &size);
    snprintf(info->parameters, sizeof info->parameters, "%s, %s%s",
             about->ranks ? "by rank" : "sorted states of their own",
             about->tag_bits == 2 ? "distances modulo 3 in 2 bits" : "distances in 8 bits",
             around ? "; only states that its start leads to" : "");
}

static void tell_patterns(const struct few_table_file *file, fewest_table_info *info) {
    const struct few_patterns_about *about = few_patterns_about(file);
    uint64_t length, named;
    const char *text = few_table_file_section(file, "text", &length);
    const char *patterns = few_table_file_section(file, "patterns", &named);
    if (!about || !text || !patterns)
        return;
    info->entries = about->entries;
    info->bits = 8;
    snprintf(info->parameters, sizeof info->parameters, "%.*s%s%.*s", (int)(length < 70 ? length : 70), text,
             named ? ", as named: " : "", (int)(named < 40 ? named : 40), patterns);
}

bool fewest_table_read_info(const char *path, fewest_table_info *info, fewest_error *error) {
    static const char *const sections[] = {"about", "around", "name", "text", "patterns", NULL};
    struct few_error inner = {0};
    struct few_table_file file;
    *info = (fewest_table_info){0};
    struct few_memory memory;
    few_memory_init(&memory, SIZE_MAX / 2);
    if (!few_table_file_open(&file, &memory, path, sections, &inner)) {
        few_error_publish(&inner, error);
        return false;
    }
    uint64_t size;
    const char *name = few_table_file_section(&file, "name", &size);
    info->version = file.version;
    info->bytes = file.size;
    memcpy(info->kind, file.kind, sizeof info->kind < sizeof file.kind ? sizeof info->kind : sizeof file.kind);
    write_fingerprint(file.fingerprint, info->fingerprint);
    if (name)
        snprintf(info->puzzle, sizeof info->puzzle, "%.*s", (int)(size < 60 ? size : 60), name);
    if (strcmp(file.kind, FEW_TABLE_DISTANCES) == 0)
        tell_distances(&file, info);
    else if (strcmp(file.kind, FEW_TABLE_PATTERNS) == 0)
        tell_patterns(&file, info);
    few_table_file_close(&file);
    return true;
}

/* ---- Verifying */

/* A text of the file with its end, to be freed; NULL: there is none, or no memory, as *error then says. */
static char *section_text(const struct few_table_file *file, const char *name, struct few_error *error) {
    uint64_t size;
    const char *bytes = few_table_file_section(file, name, &size);
    char *text = bytes ? strndup(bytes, (size_t)size) : NULL;
    if (bytes && !text)
        few_fail_memory(error);
    return text;
}

/* The puzzle that the file names. NULL: see *error. */
static fewest_puzzle *puzzle_in(const char *path, fewest_error *error) {
    static const char *const texts[] = {"puzzle", "name", "start", "goal", NULL};
    struct few_error inner = {0};
    struct few_table_file file;
    struct few_memory memory;
    few_memory_init(&memory, SIZE_MAX / 2);
    if (!few_table_file_open(&file, &memory, path, texts, &inner)) {
        few_error_publish(&inner, error);
        return NULL;
    }
    char *text = section_text(&file, "puzzle", &inner), *start = section_text(&file, "start", &inner);
    char *goal = section_text(&file, "goal", &inner), *name = section_text(&file, "name", &inner);
    fewest_puzzle *puzzle = NULL;
    if (text && inner.kind == FEW_ERROR_NONE) {
        puzzle = fewest_parse(text, strlen(text), name, error);
        if (puzzle && ((start && !fewest_set_start(puzzle, start, error)) || (goal && !fewest_set_goal(puzzle, goal, error)))) {
            fewest_puzzle_free(puzzle);
            puzzle = NULL;
        }
    } else {
        few_fail(&inner, FEW_ERROR_INPUT, "%.120s does not say which puzzle it is for: name the puzzle, too", path);
        few_error_publish(&inner, error);
    }
    free(text), free(start), free(goal), free(name);
    few_table_file_close(&file);
    return puzzle;
}

static bool say_wrong(fewest_puzzle *puzzle, const char *path, const char *wrong, const uint64_t *state,
                      struct few_error *error) {
    char *text = few_state_text(puzzle->model, &puzzle->memory, state);
    few_fail(error, FEW_ERROR_INPUT, "%.100s is wrong%s: %s: %.100s", path,
             puzzle->table.around ? ", or was made from another start" : "", wrong, text ? text : "");
    free(text);
    return false;
}

static enum few_end verify_distances(struct task *v, const char **wrong, uint64_t *state) {
    const struct few_model *model = v->run.puzzle->model;
    struct few_watch *watch = &v->run.watch;
    struct few_problem problem = {.space = model->space, .goals_listed = true};
    struct few_open_goals found;
    enum few_end end = few_open_goals_of_table(&found, v->run.puzzle, watch, v->run.puzzle->table.around);
    if (found.around)
        problem.space = &found.reached.space;
    problem.goals = found.goals.items;
    problem.goal_count = found.goals.count;
    if (end == FEW_RUNNING && !found.known)
        *wrong = "the goals of this puzzle cannot be listed, so it has no distance table";
    else if (end == FEW_RUNNING)
        end = few_distances_verify(&v->run.puzzle->table, &problem, watch, wrong, state);
    few_open_goals_free(&found);
    return end;
}

/* What was loaded: distances with the puzzle, or a bound with its model. */
static bool verify(struct task *v, bool is_bound, const char *path, struct few_error *error) {
    fewest_puzzle *puzzle = v->run.puzzle;
    const char *wrong = NULL;
    uint64_t state[FEW_MAX_WORDS] = {0};
    enum few_end end;
    if (is_bound) {
        end = few_patterns_verify(puzzle->model->bound, (const struct few_rule_space *)puzzle->model->space,
                                  (const struct few_rule_facts *)puzzle->model->facts, &v->run.watch,
                                  &wrong);
        if (wrong)
            return few_fail(error, FEW_ERROR_INPUT, "%.100s is wrong: %s", path, wrong);
    } else {
        end = verify_distances(v, &wrong, state);
        if (wrong)
            return say_wrong(puzzle, path, wrong, state, error);
    }
    return few_run_explain(end, "to verify the table", error);
}

bool fewest_table_verify(const char *path, fewest_puzzle *given, const fewest_options *options, fewest_error *error) {
    struct few_error inner = {0};
    fewest_puzzle *puzzle = given ? given : puzzle_in(path, error);
    fewest_options wanted;
    struct task v;
    bool is_bound;
    if (!puzzle)
        return false;
    bool good = few_options_read(options, few_puzzle_limits(puzzle), &wanted, &inner);
    if (good) {
        begin_task(&v, puzzle, &wanted, "verify");
        good = load(puzzle, path, &is_bound, &inner) && verify(&v, is_bound, path, &inner);
        few_run_end_inside(&v.run, &inner);
    }
    if (!good)
        few_error_publish(&inner, error);
    if (puzzle != given)
        fewest_puzzle_free(puzzle);
    return good;
}
