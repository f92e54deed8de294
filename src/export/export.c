/* From a puzzle to a program: what is known of it, its rules and goals translated, and the template around these. */
#include "export/dialect.h"
#include "export/template.h"

/* Translated first: only then it is known which tables and functions it needs. */
static void translate(struct few_exporter *x, struct few_list *to, struct few_list *tables, unsigned depth, void (*part)(struct few_exporter *x)) {
    x->depth = depth;
    x->tables = tables;
    x->declared_tables = NULL; /* those between two parts belong to neither */
    part(x);
    few_leave_out_tables(x);
    x->depth = 0;
    if (!few_list_append(to, x->text.items, x->text.count))
        x->no_memory = true;
    x->text.count = 0;
}

static char *take_text(struct few_exporter *x, size_t *bytes) {
    char *text = few_alloc(x->memory, x->text.count + 1);
    if (!text) {
        few_fail_memory(x->error);
        return NULL;
    }
    /* One blank line is enough wherever parts that are not needed were left out; in Python, two. */
    const char *written = x->text.items;
    const size_t most = x->choices.language == FEW_EXPORT_PYTHON ? 3 : 2;
    size_t length = 0, ends = 0;
    for (size_t i = 0; i < x->text.count; i++) {
        ends = written[i] == '\n' ? ends + 1 : 0;
        if (ends <= most)
            text[length++] = written[i];
    }
    memset(text + length, 0, x->text.count + 1 - length);
    *bytes = x->text.count + 1;
    return text;
}

static bool write_program(struct few_exporter *x) {
    if (!few_export_refuse_moves(x) || !few_export_names(x))
        return false;
    few_export_facts(x);
    few_export_suit(x);
    if (!few_export_refuse(x))
        return false;
    few_export_shortcuts(x);
    translate(x, &x->moves, &x->move_tables, x->sought != FEW_CODE_ANY ? 2 : 1, few_export_moves);
    translate(x, &x->nevers, &x->never_tables, 0, few_export_nevers);
    few_export_board_test(x);
    const struct few_export_judge *judge = x->choices.judge;
    const bool listed = x->choices.search == FEW_EXPORT_BIDIRECTIONAL || (judge && judge->from_goal);
    if (!judge || !judge->reads_goal)
        translate(x, &x->goal, &x->goal_tables, 0, listed ? few_export_goal_states : few_export_goal);
    x->turns = x->turns && (few_translation_speaks_of(x, "lay") || few_translation_speaks_of(x, "beyond")); /* not if such conditions can never hold */
    if (x->goal_states > FEW_EXPORT_MOST_GOALS)
        return few_fail(x->error, FEW_ERROR_INPUT, "--search bidirectional begins at the goals, too, and there are more than %d: choose bfs", FEW_EXPORT_MOST_GOALS);
    if (x->no_memory)
        return few_fail_memory(x->error);
    if (x->choices.search == FEW_EXPORT_BIDIRECTIONAL && x->goal.count && x->goal_states == 0)
        return few_fail(x->error, FEW_ERROR_INPUT, "--search bidirectional begins at the goals, too, but the goals contradict themselves, so that there are none: choose bfs");
    if (x->choices.search == FEW_EXPORT_ASTAR && x->no_goal)
        return few_fail(x->error, FEW_ERROR_INPUT, "--search astar needs a lower bound, which is read off the goal, but the goal contradicts itself: choose bfs");
    return few_template_write(x, x->dialect->template) && x->error->kind == FEW_ERROR_NONE;
}

static const struct few_dialect *const dialects[FEW_EXPORT_LANGUAGES] = {[FEW_EXPORT_C] = &few_dialect_c, [FEW_EXPORT_CPP] = &few_dialect_cpp,
                                                                         [FEW_EXPORT_PYTHON] = &few_dialect_python};

char *few_export(struct few_memory *memory, const struct few_puzzle *puzzle, const struct few_export_choices *choices, size_t *bytes,
                 struct few_error *error) {
    struct few_words taken;
    struct few_exporter x = {.puzzle = puzzle, .choices = *choices, .dialect = dialects[choices->language], .memory = memory, .error = error, .taken = &taken};
    enum { LISTS = 7 };
    struct few_list *const lists[LISTS] = {&x.text, &x.moves, &x.goal, &x.nevers, &x.move_tables, &x.goal_tables, &x.never_tables};
    if (x.choices.judge && x.choices.judge->both_ends)
        x.choices.search = FEW_EXPORT_BIDIRECTIONAL;
    few_words_init(&taken, memory);
    few_arena_init(&x.arena, memory);
    for (size_t i = 0; i < LISTS; i++)
        few_list_init(lists[i], memory, 1);
    x.to = &x.text;
    char *text = write_program(&x) ? take_text(&x, bytes) : NULL;
    for (size_t i = 0; i < LISTS; i++)
        few_list_free(lists[i]);
    few_arena_free(&x.arena);
    few_words_free(&taken);
    return text;
}
