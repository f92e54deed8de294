/* Keys and potentials are sums over the fields of the cells. */
#include "build/build.h"

/* The fields of the cells, for a while: a block of *bytes. NULL: no memory. */
static struct few_field *list_fields(const struct few_rule_space *space, struct few_memory *memory, size_t *bytes) {
    const struct few_layout *layout = &space->layout;
    *bytes = (layout->cell_fields + 1) * sizeof(struct few_field);
    struct few_field *fields = few_alloc(memory, *bytes);
    for (uint32_t i = 0; fields && i < layout->cell_fields; i++)
        fields[i] = layout->fields[layout->order[i]];
    return fields;
}

struct few_keys *few_keys_for(const struct few_rule_space *space, struct few_memory *memory) {
    const struct few_layout *layout = &space->layout;
    size_t bytes;
    struct few_field *fields = list_fields(space, memory, &bytes);
    struct few_keys *keys = NULL;
    if (fields)
        keys = few_keys_create(memory, layout->words, fields, layout->cell_fields, UINT32_C(1) << layout->cell_width);
    few_free(memory, fields, bytes);
    return keys;
}

struct few_potentials *few_potentials_for(const struct few_rule_space *space, struct few_memory *memory) {
    const struct few_layout *layout = &space->layout;
    size_t bytes;
    struct few_field *fields = list_fields(space, memory, &bytes);
    struct few_potentials *potentials = NULL;
    if (fields)
        potentials =
            few_potentials_create(memory, layout->words, fields, layout->cell_fields, UINT32_C(1) << layout->cell_width);
    few_free(memory, fields, bytes);
    return potentials;
}
