/* Puzzle handles: from text, file, name or functions; another start, another goal. */
#include "api/handle.h"

#include "api/read_file.h"
#include "api/scope.h"
#include "spaces/forms.h"
#include "spaces/own/own.h"

#include <stdlib.h>
#include <string.h>

static void copy_text(char *to, size_t size, const char *from) {
    size_t length = strlen(from);
    if (length >= size)
        length = size - 1;
    memcpy(to, from, length);
    to[length] = 0;
}

void few_error_publish(const struct few_error *from, fewest_error *error) {
    if (!error)
        return;
    memset(error, 0, sizeof *error);
    switch (from->kind) {
    case FEW_ERROR_INPUT: error->status = FEWEST_INVALID; break;
    case FEW_ERROR_MEMORY_LIMIT:
    case FEW_ERROR_TIME_LIMIT:
    case FEW_ERROR_STATE_LIMIT:
    case FEW_ERROR_DEPTH_LIMIT:
    case FEW_ERROR_LIMIT: error->status = FEWEST_LIMIT; break;
    case FEW_ERROR_INTERRUPTED: error->status = FEWEST_INTERRUPTED; break;
    case FEW_ERROR_UNSOLVABLE: error->status = FEWEST_UNSOLVABLE; break;
    default: error->status = FEWEST_SYSTEM; break;
    }
    error->limit = from->kind == FEW_ERROR_MEMORY_LIMIT  ? FEWEST_MEMORY_LIMIT
                   : from->kind == FEW_ERROR_TIME_LIMIT  ? FEWEST_TIME_LIMIT
                   : from->kind == FEW_ERROR_STATE_LIMIT ? FEWEST_STATE_LIMIT
                   : from->kind == FEW_ERROR_DEPTH_LIMIT ? FEWEST_DEPTH_LIMIT
                                                         : FEWEST_NO_LIMIT;
    error->line = from->line;
    error->column = from->column;
    copy_text(error->message, sizeof error->message, from->message);
    copy_text(error->hint, sizeof error->hint, from->hint);
    few_error_format(from, error->text, sizeof error->text);
    const size_t length = strlen(error->text);
    if (length && error->text[length - 1] == '\n')
        error->text[length - 1] = 0; /* whoever prints it ends the line */
}

static fewest_puzzle *new_puzzle(struct few_error *error) {
    fewest_puzzle *puzzle = calloc(1, sizeof *puzzle);
    if (puzzle) {
        few_memory_init(&puzzle->memory, SIZE_MAX / 2);
        atomic_init(&puzzle->users, 1);
    } else {
        few_fail_memory(error);
    }
    return puzzle;
}

fewest_puzzle *few_puzzle_hold(fewest_puzzle *puzzle) {
    atomic_fetch_add(&puzzle->users, 1);
    return puzzle;
}

void few_puzzle_release(fewest_puzzle *puzzle) {
    if (!puzzle || atomic_fetch_sub(&puzzle->users, 1) > 1)
        return;
    few_puzzle_free(puzzle->rules);
    for (unsigned i = 0; i < 2; i++)
        few_free(&puzzle->memory, puzzle->given[i].text, puzzle->given[i].room);
    free(puzzle);
}

/* Before the puzzle changes: what answers may still need of it as it is. */
static void keep_words(const struct few_model *model) {
    if (model && atomic_load(&model->users) > 1)
        few_model_keep_words(model);
}

/* A result may still read the model. What only searches need goes at once. */
static void let_go(struct few_model *model) {
    if (!model)
        return;
    keep_words(model);
    few_model_forget_bound(model);
    few_kept_free(&model->kept);
    few_model_release(model);
}

void fewest_puzzle_free(fewest_puzzle *puzzle) {
    if (!puzzle)
        return;
    few_puzzle_drop_table(puzzle);
    few_puzzle_drop_spares(puzzle);
    let_go(puzzle->model);
    puzzle->model = NULL;
    few_puzzle_release(puzzle);
}

void few_puzzle_drop_table(fewest_puzzle *puzzle) {
    if (puzzle->has_table)
        few_table_free(&puzzle->table);
    few_table_file_close(&puzzle->table_file);
    puzzle->has_table = false;
}

void few_puzzle_drop_spares(fewest_puzzle *puzzle) {
    for (unsigned i = 0; i < FEW_SPARE_MODELS; i++) {
        let_go(puzzle->spares[i]);
        puzzle->spares[i] = NULL;
    }
}

/* A place for a model: one that is empty, or else they take turns. */
static struct few_model **place_for_spare(fewest_puzzle *puzzle) {
    for (unsigned i = 0; i < FEW_SPARE_MODELS; i++)
        if (!puzzle->spares[i])
            return &puzzle->spares[i];
    return &puzzle->spares[puzzle->next_spare++ % FEW_SPARE_MODELS];
}

/* Keeps the model, which does not serve the present start. */
static void set_model_aside(fewest_puzzle *puzzle) {
    enum { MOST_BYTES = 16 << 20 }; /* of puzzle and models together: larger ones are not kept */
    struct few_model **place = place_for_spare(puzzle);
    few_model_release(*place);
    *place = puzzle->model->space->keep->renew && !puzzle->adopted ? puzzle->model : NULL;
    if (!*place)
        few_model_release(puzzle->model);
    puzzle->model = NULL;
    puzzle->adopted = false;
    if (atomic_load(&puzzle->memory.used) > MOST_BYTES)
        few_puzzle_drop_spares(puzzle);
}

/* Takes over a model that serves the present start, if one was kept. */
static bool reuse_model(fewest_puzzle *puzzle) {
    struct few_error ignored;
    few_error_clear(&ignored);
    for (unsigned i = 0; i < FEW_SPARE_MODELS && !puzzle->model; i++) {
        struct few_model *spare = puzzle->spares[i];
        if (!spare || !few_model_refresh(spare, true, &ignored))
            continue;
        puzzle->spares[i] = NULL;
        if (few_model_refresh(spare, false, &ignored)) /* the goals may have changed */
            puzzle->model = spare;
        else
            few_model_release(spare);
    }
    return puzzle->model != NULL;
}

static bool parse_text(fewest_puzzle *puzzle, const char *name, const char *text, size_t length,
                       struct few_error *error) {
    puzzle->rules = few_read_any(&puzzle->memory, name, text, length, error);
    return puzzle->rules != NULL;
}

static bool load_file(fewest_puzzle *puzzle, const char *name, struct few_error *error) {
    struct few_file file;
    if (!few_read_puzzle(&puzzle->memory, name, &file, error))
        return false;
    bool good = parse_text(puzzle, name, file.text, file.length, error);
    few_file_free(&file);
    return good;
}

static bool set_limits(fewest_puzzle *puzzle, const fewest_limits *limits, struct few_error *error) {
    fewest_limits read;
    if (!few_limits_read(limits, &read, error))
        return false;
    puzzle->is_limited = limits != NULL;
    puzzle->limits = read;
    return true;
}

const fewest_limits *few_puzzle_limits(const fewest_puzzle *puzzle) {
    return puzzle->is_limited ? &puzzle->limits : NULL;
}

/* A puzzle handle of its own for a text, or (NULL) for the file of that name. */
static fewest_puzzle *make_puzzle(const char *name, const char *text, size_t length, const fewest_limits *limits,
                                  fewest_error *error) {
    struct few_error inner = {0};
    fewest_puzzle *puzzle = new_puzzle(&inner);
    if (puzzle && set_limits(puzzle, limits, &inner)) {
        struct few_scope scope;
        few_scope_begin(&scope, puzzle, NULL);
        bool good = text ? parse_text(puzzle, name, text, length, &inner) : load_file(puzzle, name, &inner);
        if (few_scope_end(&scope, good, &inner))
            return puzzle;
    }
    fewest_puzzle_free(puzzle);
    few_error_publish(&inner, error);
    return NULL;
}

bool fewest_set_limits(fewest_puzzle *puzzle, const fewest_limits *limits, fewest_error *error) {
    struct few_error inner = {0};
    const bool good = set_limits(puzzle, limits, &inner);
    if (!good)
        few_error_publish(&inner, error);
    return good;
}

fewest_puzzle *fewest_parse_within(const char *text, size_t length, const char *name, const fewest_limits *limits,
                                   fewest_error *error) {
    return make_puzzle(name ? name : "<text>", text ? text : "", length, limits, error);
}

fewest_puzzle *fewest_parse(const char *text, size_t length, const char *name, fewest_error *error) {
    return fewest_parse_within(text, length, name, NULL, error);
}

fewest_puzzle *fewest_load_within(const char *name, const fewest_limits *limits, fewest_error *error) {
    return make_puzzle(name, NULL, 0, limits, error);
}

fewest_puzzle *fewest_load(const char *name, fewest_error *error) {
    return fewest_load_within(name, NULL, error);
}

fewest_puzzle *fewest_wrap(const fewest_space *space, fewest_error *error) {
    struct few_error inner = {0};
    fewest_puzzle *puzzle = new_puzzle(&inner);
    struct few_space *made = puzzle ? few_own_space_create(&puzzle->memory, space, &inner) : NULL;
    if (made) {
        puzzle->model = few_model_wrap(&puzzle->memory, made);
        if (puzzle->model)
            return puzzle;
        made->keep->free(made);
        few_fail_memory(&inner);
    }
    fewest_puzzle_free(puzzle);
    few_error_publish(&inner, error);
    return NULL;
}

/* Makes room to keep what was given. */
static bool reserve_given(fewest_puzzle *puzzle, struct few_given *given, size_t length, struct few_error *error) {
    if (length < given->room)
        return true;
    char *text = few_alloc(&puzzle->memory, length + 1);
    if (!text)
        return few_fail_memory(error);
    if (given->is_given)
        memcpy(text, given->text, strlen(given->text) + 1);
    few_free(&puzzle->memory, given->text, given->room);
    given->text = text;
    given->room = length + 1;
    return true;
}

static bool change(fewest_puzzle *puzzle, const char *text, bool is_start, fewest_error *error) {
    struct few_error inner;
    const char *what = is_start ? "START" : "GOAL";
    size_t length = strlen(text);
    struct few_given *given = &puzzle->given[!is_start];
    struct few_scope scope;
    bool done;
    few_error_clear(&inner);
    given->times++;
    keep_words(puzzle->model);
    few_scope_begin(&scope, puzzle, NULL);
    if (!reserve_given(puzzle, given, length, &inner))
        done = false;
    else if (!puzzle->rules)
        done = few_fail(&inner, FEW_ERROR_INPUT, "the %s of a space of your own is given with fewest_wrap",
                        is_start ? "start" : "goal");
    else
        done = (is_start ? few_read_any_start : few_read_any_goal)(puzzle->rules, what, text, length, &inner);
    if (!few_scope_end(&scope, done, &inner)) {
        few_error_publish(&inner, error);
        return false;
    }
    memcpy(given->text, text, length + 1);
    given->is_given = true;
    if (!is_start)
        few_puzzle_drop_table(puzzle);
    few_scope_begin(&scope, puzzle, NULL);
    const bool serves = puzzle->model && few_model_refresh(puzzle->model, is_start, &inner);
    if (!few_scope_end(&scope, serves, &inner) && puzzle->model) {
        few_puzzle_drop_table(puzzle);
        if (is_start) {
            set_model_aside(puzzle);
        } else { /* a mistake in a goal is found again when the model is built again */
            few_model_release(puzzle->model);
            puzzle->model = NULL;
            puzzle->adopted = false;
        }
    }
    return true;
}

bool fewest_set_start(fewest_puzzle *puzzle, const char *start, fewest_error *error) {
    return change(puzzle, start, true, error);
}

bool fewest_set_goal(fewest_puzzle *puzzle, const char *goal, fewest_error *error) {
    return change(puzzle, goal, false, error);
}

bool fewest_has_start(const fewest_puzzle *puzzle) {
    return !puzzle->rules || puzzle->rules->start.given;
}

bool fewest_has_goal(const fewest_puzzle *puzzle) {
    return puzzle->rules ? puzzle->rules->goal_count > 0 : !puzzle->model->space->no_goal;
}

const char *fewest_title(const fewest_puzzle *puzzle) {
    return puzzle->rules && puzzle->rules->title ? puzzle->rules->title : "";
}

/* Takes over the model for the present start and this purpose, or makes one. A search in a model with distances of all
 * states looks them up: for that, none is left out. What was made although the run was stopped is not kept: it may lack
 * what could not be had any more. */
static bool have_model(fewest_puzzle *puzzle, struct few_purpose purpose, const fewest_limits *limits,
                       struct few_error *error) {
    if (!fewest_has_start(puzzle))
        return few_fail(error, FEW_ERROR_INPUT, "this puzzle has no start: give one");
    if (puzzle->model && (puzzle->has_table || few_model_suits(puzzle->model, purpose)))
        return true;
    keep_words(puzzle->model);
    few_model_release(puzzle->model);
    puzzle->model = NULL;
    puzzle->adopted = false;
    struct few_scope scope;
    few_scope_begin(&scope, puzzle, limits);
    if (purpose.exact || !reuse_model(puzzle))
        puzzle->model = few_model_create(&puzzle->memory, puzzle->rules, purpose, error);
    if (few_scope_end(&scope, puzzle->model != NULL, error))
        return true;
    few_model_release(puzzle->model);
    puzzle->model = NULL;
    return false;
}

bool few_puzzle_prepare_to_explore(fewest_puzzle *puzzle, uint64_t steps, const fewest_limits *limits,
                                   struct few_error *error) {
    return have_model(puzzle, (struct few_purpose){true, steps, true}, limits, error);
}

bool few_puzzle_prepare(fewest_puzzle *puzzle, struct few_purpose purpose, const fewest_limits *limits,
                        struct few_error *error) {
    if (fewest_has_start(puzzle) && !fewest_has_goal(puzzle))
        return few_fail(error, FEW_ERROR_INPUT, "this puzzle has no goal: give one");
    return have_model(puzzle, purpose, limits, error);
}

bool few_puzzle_serve_from(fewest_puzzle *puzzle, const struct few_start *start, struct few_error *error) {
    const struct few_start own = puzzle->rules->start;
    if (puzzle->model)
        set_model_aside(puzzle);
    struct few_scope scope;
    few_scope_begin(&scope, puzzle, NULL);
    puzzle->rules->start = *start; /* none that was kept will do: its space may have more states */
    puzzle->model = few_model_create(&puzzle->memory, puzzle->rules, FEW_TO_EXPLORE, error);
    puzzle->rules->start = own;
    puzzle->adopted = puzzle->model != NULL;
    if (few_scope_end(&scope, puzzle->model != NULL, error))
        return true;
    puzzle->adopted = false;
    few_model_release(puzzle->model);
    puzzle->model = NULL;
    return false;
}

bool few_puzzle_serves(fewest_puzzle *puzzle) {
    struct few_error ignored;
    few_error_clear(&ignored);
    struct few_scope scope;
    few_scope_begin(&scope, puzzle, NULL);
    return few_scope_end(&scope, few_model_refresh(puzzle->model, true, &ignored), &ignored);
}

void few_puzzle_drop_adopted(fewest_puzzle *puzzle) {
    if (!puzzle->adopted)
        return;
    few_puzzle_drop_table(puzzle);
    keep_words(puzzle->model);
    few_model_release(puzzle->model);
    puzzle->model = NULL;
    puzzle->adopted = false;
}
