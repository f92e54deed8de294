/* What was written, but turns out not to be needed, is left out again: compilers warn of variables and tables that nothing asks for. */
#include "export/dialect.h"

/* From `begin` to `end` the text declares a name. */
struct few_declared {
    const char *name;
    size_t begin, end;
    unsigned depth; /* of its block */
    bool is_counter;
    struct few_declared *next;
};

static void declare(struct few_exporter *x, struct few_declared **list, const char *name, size_t begin, bool is_counter) {
    struct few_declared *declared = few_arena_alloc(&x->arena, sizeof *declared);
    if (!declared) {
        x->no_memory = true;
        return;
    }
    *declared = (struct few_declared){name, begin, x->to->count, x->depth, is_counter, *list};
    *list = declared;
}

/* Puts something else, or nothing, in the place of a part of the text. */
static void replace(struct few_exporter *x, struct few_list *text, size_t begin, size_t end, const char *by) {
    const size_t rest = text->count - end;
    char *behind = few_arena_alloc(&x->arena, rest + 1);
    if (!behind) {
        x->no_memory = true;
        return;
    }
    memcpy(behind, (const char *)text->items + end, rest);
    text->count = begin;
    if (!few_list_append(text, by, strlen(by)) || !few_list_append(text, behind, rest))
        x->no_memory = true;
}

static bool speaks_of_it(const struct few_list *text, size_t from, const char *name) {
    struct few_list rest = *text;
    rest.items = (char *)text->items + from;
    rest.count -= from;
    return few_text_speaks_of(&rest, name);
}

void few_declare(struct few_exporter *x, const char *name, size_t begin, bool is_counter) {
    declare(x, &x->declared, name, begin, is_counter);
}

void few_leave_out_unused(struct few_exporter *x) {
    for (struct few_declared *one = x->declared; one && one->depth >= x->depth && !x->no_memory; one = x->declared = one->next) {
        if (speaks_of_it(x->to, one->end, one->name))
            continue;
        if (one->is_counter)
            replace(x, x->to, one->end, one->end, few_print(x, "%*s(void)%s;\n", (int)(4 * one->depth), "", one->name));
        else
            replace(x, x->to, one->begin, one->end, "");
    }
}

void few_table(struct few_exporter *x, const char *name, const char *const *items, size_t count) {
    few_to_tables(x, true);
    const size_t begin = x->to->count;
    x->dialect->numbers(x, name, items, count);
    declare(x, &x->declared_tables, name, begin, false);
    few_to_tables(x, false);
}

void few_board_table(struct few_exporter *x, const char *name, const char *const *items, uint32_t rows, uint32_t columns) {
    few_to_tables(x, true);
    const size_t begin = x->to->count;
    x->dialect->drawing(x, name, items, rows, columns);
    declare(x, &x->declared_tables, name, begin, false);
    few_to_tables(x, false);
}

/* A lower bound is read off the table of the goal. */
void few_leave_out_tables(struct few_exporter *x) {
    for (struct few_declared *one = x->declared_tables; one && !x->no_memory; one = x->declared_tables = one->next) {
        const bool of_goal = x->choices.search == FEW_EXPORT_ASTAR && x->goal_table && strncmp(x->goal_table, one->name, strlen(one->name)) == 0;
        if (!of_goal && !few_text_speaks_of(&x->text, one->name))
            replace(x, x->tables, one->begin, one->end, "");
    }
}
