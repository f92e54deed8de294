/* The facts and the bound of a model: made when a search first asks for them, kept for the next. */
#include "api/model.h"

#include "bound/boxes.h"
#include "bound/coordinate_tables.h"
#include "bound/largest.h"
#include "build/table_patterns.h"

#include <string.h>

void few_model_forget_bound(struct few_model *model) {
    few_bound_free(model->bound);
    if (model->bound_patterns)
        few_free(model->memory, model->bound_patterns, strlen(model->bound_patterns) + 1);
    few_table_file_close(&model->bound_file);
    model->bound = NULL;
    model->bound_patterns = NULL;
}

void few_model_forget_goals(struct few_model *model) {
    few_model_forget_bound(model);
    few_bound_free(model->hopeless);
    model->hopeless = NULL;
    model->knows_hopeless = false;
    if (model->facts)
        model->facts->free(model->facts);
    model->facts = NULL;
}

bool few_model_facts(struct few_model *model, const struct few_facts **facts, struct few_error *error) {
    const struct few_space *space = model->space;
    if (!model->facts && space->keep->facts)
        model->facts = space->keep->facts(space, model->memory);
    *facts = model->facts;
    return model->facts || !space->keep->facts || few_fail_memory(error);
}

const struct few_bound *few_model_hopeless(struct few_model *model) {
    const struct few_space *space = model->space;
    if (!model->knows_hopeless && space->keep->hopeless)
        model->knows_hopeless = space->keep->hopeless(space, model->memory, &model->hopeless);
    return model->hopeless;
}

static size_t patterns_length(const struct few_bound_wish *wish) {
    size_t length = 0;
    for (size_t i = 0; i < wish->pattern_count; i++)
        length += strlen(wish->patterns[i]) + 1;
    return length;
}

/* All patterns in one text, each followed by `;`. */
static char *join_patterns(struct few_memory *memory, const struct few_bound_wish *wish) {
    char *text = few_alloc(memory, patterns_length(wish) + 1), *at = text;
    for (size_t i = 0; text && i < wish->pattern_count; i++) {
        size_t length = strlen(wish->patterns[i]);
        memcpy(at, wish->patterns[i], length);
        at += length;
        *at++ = ';';
    }
    if (text)
        *at = '\0';
    return text;
}

static bool is_kept(const struct few_model *model, const struct few_bound_wish *wish) {
    /* Tables from a file need not be built: the limit only has to admit their size. */
    bool enough = model->bound_file.parts ? wish->memory >= model->bound_bytes : wish->memory == model->bound_wish.memory;
    if (!model->bound || !enough || !model->bound_patterns)
        return false;
    if (wish->for_file && (few_bound_part(model->bound, &few_coordinate_tables_kind) || few_bound_part(model->bound, &few_boxes_kind)))
        return false;
    const char *at = model->bound_patterns;
    for (size_t i = 0; i < wish->pattern_count; i++) {
        size_t length = strlen(wish->patterns[i]);
        if (strncmp(at, wish->patterns[i], length) != 0 || at[length] != ';')
            return false;
        at += length + 1;
    }
    return *at == '\0';
}

bool few_model_patterns(const struct few_model *model, struct few_memory *memory, const struct few_bound_wish *wish,
                        struct few_error *error) {
    const struct few_space *space = model->space;
    if (!wish->pattern_count)
        return true;
    if (space->no_patterns)
        return few_fail(error, FEW_ERROR_INPUT, "there are no patterns for this puzzle: %s", space->no_patterns);
    return !space->keep->patterns || space->keep->patterns(space, memory, wish, error);
}

bool few_model_bound(struct few_model *model, const struct few_bound_wish *wish, const struct few_bound **bound,
                     struct few_error *error) {
    const struct few_space *space = model->space;
    *bound = NULL;
    bool good = !space->no_patterns || few_model_patterns(model, model->memory, wish, error);
    if (good && space->keep->bound && !is_kept(model, wish)) {
        const struct few_facts *facts;
        few_model_forget_bound(model);
        good = few_model_facts(model, &facts, error) &&
               space->keep->bound(space, model->memory, facts, wish, &model->bound, error);
        if (good)
            model->bound_patterns = join_patterns(model->memory, wish);
        model->bound_wish = (struct few_bound_wish){.memory = wish->memory};
    }
    *bound = model->bound;
    return good;
}

bool few_model_bound_within(struct few_model *model, struct few_bound_wish wish, uint64_t memory,
                            const struct few_bound **bound, struct few_error *error) {
    if (memory && wish.memory > memory / 2)
        wish.memory = memory / 2;
    bool good = few_model_bound(model, &wish, bound, error);
    while (!good && error->kind == FEW_ERROR_MEMORY && wish.memory) { /* filling tables takes more than they keep */
        *error = (struct few_error){0};
        wish.memory = wish.memory > 1 << 16 ? wish.memory / 4 : 0;
        good = few_model_bound(model, &wish, bound, error);
    }
    return good;
}

bool few_model_load_bound(struct few_model *model, struct few_table_file *file, const char *path,
                          struct few_error *error) {
    const struct few_patterns_about *about = few_patterns_about(file);
    uint64_t length;
    const char *patterns = few_table_file_section(file, "patterns", &length);
    const struct few_space *space = model->space;
    const struct few_facts *facts;
    if (!space->keep->stored_bound || !about || !patterns)
        return few_fail(error, FEW_ERROR_INPUT, "%.120s does not fit this puzzle: rebuild it", path);
    if (!few_model_facts(model, &facts, error))
        return false;
    char *text = few_alloc(model->memory, (size_t)length + 1);
    if (!text)
        return few_fail_memory(error);
    memcpy(text, patterns, (size_t)length);
    text[length] = '\0';
    bool whole = strlen(text) == length;
    struct few_bound *bound =
        whole ? space->keep->stored_bound(space, model->memory, facts, file, path, error) : NULL;
    if (!bound) {
        few_free(model->memory, text, (size_t)length + 1);
        return whole ? false : few_fail(error, FEW_ERROR_INPUT, "%.120s does not fit this puzzle: rebuild it", path);
    }
    few_model_forget_bound(model);
    model->bound = bound;
    model->bound_patterns = text;
    model->bound_file = *file;
    model->bound_bytes = about->entries;
    model->bound_wish = (struct few_bound_wish){.memory = about->wished};
    return true;
}
