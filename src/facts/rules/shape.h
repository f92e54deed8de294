/* The instructions of a board as a shape: *vertices*, which are the fields of a state and the values that these can hold, and what each
 * instruction asks for and does, said of vertices. A map of the vertices onto themselves that takes the list of instructions onto
 * itself is a symmetry of the puzzle. */
#ifndef FEW_FACTS_RULES_SHAPE_H
#define FEW_FACTS_RULES_SHAPE_H

#include "rules/rule_space.h"

#define FEW_NO_VERTEX UINT32_MAX

/* One field in an instruction; test, set and from may be FEW_NO_VERTEX. Where the content is known before and after, it is said in
 * one way only. */
struct few_shape_atom {
    uint32_t field, test, set, from;
};

struct few_shape_rule {
    size_t first;
    uint32_t count, cost;
};

/* A field: all cells share the values of cells, each var has its own. */
struct few_shape_field {
    uint32_t first_value, values; /* vertices */
    uint32_t width;
    bool is_cell;
    size_t first_use;             /* of each value in this field */
};

struct few_shape {
    struct few_arena arena;
    uint32_t fields, vertices; /* fields come first */
    struct few_shape_field *field;
    struct few_shape_atom *atoms;
    struct few_shape_rule *rules;
    size_t atom_count, rule_count;
    uint64_t *uses;       /* of each field, for each of its values: in how many of the first states it is there, and whether it can be at all */
    size_t use_count;
    uint32_t *index; /* a hash table of rules; FEW_NO_VERTEX: empty */
    size_t index_mask;
    struct few_shape_atom *scratch;
};

/* `states`: what must be taken onto itself as far as single fields show; may be none. false: no memory, or the puzzle is none that has
 * a shape; few_shape_free is right in any case. */
bool few_shape_init(struct few_shape *shape, struct few_memory *memory, const struct few_rule_space *space, const uint64_t *states,
                    size_t count);
void few_shape_free(struct few_shape *shape);

/* Gives each vertex a new colour, made of its own and of those of all that it stands together with. What a symmetry takes to each other
 * has the same colour if it had before. Returns what work it was, in atoms. */
uint64_t few_shape_recolour(const struct few_shape *shape, uint64_t *colours, uint64_t *made);

/* Whether this map of the vertices is a symmetry: exactly, by a look at each value of each field and at each instruction. */
bool few_shape_keeps(const struct few_shape *shape, const uint32_t *image);

#endif
