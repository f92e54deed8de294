#include "state/homes.h"

bool few_homes_init(struct few_homes *homes, struct few_memory *memory, uint32_t contents) {
    homes->memory = memory;
    homes->mask = 15;
    while (homes->mask < 2 * contents)
        homes->mask = 2 * homes->mask + 1;
    homes->slots = few_alloc_zeroed(memory, (homes->mask + (size_t)1) * sizeof *homes->slots);
    return homes->slots != NULL;
}

void few_homes_free(struct few_homes *homes) {
    if (homes->slots)
        few_free(homes->memory, homes->slots, (homes->mask + (size_t)1) * sizeof *homes->slots);
    homes->slots = NULL;
}

/* Where it is, or the empty slot where it would be. */
static inline struct few_home *find(const struct few_homes *homes, uint8_t kind, uint64_t contents) {
    uint64_t mixed = (contents + kind) * UINT64_C(0x9e3779b97f4a7c15);
    uint32_t slot = (uint32_t)(mixed >> 32) & homes->mask;
    while (homes->slots[slot].kind && (homes->slots[slot].contents != contents || homes->slots[slot].kind != kind + 1))
        slot = (slot + 1) & homes->mask;
    return &homes->slots[slot];
}

struct few_home *few_homes_add(struct few_homes *homes, uint8_t kind, uint64_t contents, bool *is_new) {
    struct few_home *home = find(homes, kind, contents);
    *is_new = !home->kind;
    home->kind = (uint8_t)(kind + 1);
    home->contents = contents;
    return home;
}

bool few_homes_read(const struct few_homes *homes, const uint64_t *state, uint8_t *home) {
    for (uint32_t b = 0; b < homes->blocks; b++) {
        const uint8_t *points = homes->order + homes->first[b];
        const uint32_t size = (uint32_t)homes->first[b + 1] - homes->first[b];
        uint64_t contents = 0;
        for (uint32_t i = 0; i < size; i++)
            contents |= (uint64_t)few_field_get(state, homes->field[points[i]]) << i * homes->width;
        const struct few_home *found = find(homes, homes->kind[b], contents);
        if (!found->kind)
            return false;
        for (uint32_t i = 0; i < size; i++)
            home[points[i]] = found->point[i];
    }
    return true;
}
