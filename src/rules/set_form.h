/* What the two files that make a set form share: sets.c reads the instructions, set_maps.c makes the tables. */
#ifndef FEW_RULES_SET_FORM_H
#define FEW_RULES_SET_FORM_H

#include "base/distinct.h"
#include "rules/arrange.h"
#include "rules/rule_space.h"
#include "space/sets.h"

enum {
    FEW_SET_MOST_PLANES = 4096,
    FEW_SET_MOST_DIGITS = 14,    /* each has two values at least */
    FEW_SET_MOST_GUARDS = 8,
    FEW_SET_CHUNK_CELLS = 8,     /* a chunk is 8! bits, 5 KiB: some of them fit the first cache together */
    FEW_SET_ONE_CHUNK = 65536,   /* bits of a plane that is one chunk, at most: tables have 16 bits */
    FEW_SET_LEAST_BITS = 256,    /* smaller planes are not worth it */
    FEW_SET_SHORT_RUN = 64,      /* below, bits are moved one by one where they stay in their chunk */
    FEW_SET_SHORTEST_RUN = 16,   /* that pays off between chunks */
};

/* What a step does to the sequence: place i gets what stood at place[i], if the guards hold. */
struct few_set_shift {
    uint8_t place[FEW_ARRANGE_LENGTH];
};

struct few_set_guard {
    uint8_t count;
    uint8_t place[FEW_SET_MOST_GUARDS], value[FEW_SET_MOST_GUARDS];
};

/* A slot that is no part of the sequence: a digit of the plane. */
struct few_set_digit {
    uint32_t slot, count;
    few_code *values;
};

struct few_set_form {
    struct few_sets sets;
    struct few_memory *memory;
    const struct few_rule_space *rules;
    bool always;            /* make it even where it does not pay off */
    bool half;              /* only sequences of the plane's parity have a bit */
    struct few_arena arena; /* what lives as long as the form */
    uint32_t cell_count;    /* cells of the component, at most 64, by their place in the order */
    uint32_t cells[FEW_ARRANGE_LENGTH];
    uint32_t *place_of;     /* of a slot; FEW_NOWHERE: not of the component */
    uint32_t *digit_of;     /* of a slot; FEW_NOWHERE: none */
    few_code key;           /* FEW_CODE_ANY: there is none */
    uint32_t key_count;
    uint64_t *key_places;   /* every set of that many places as a mask, ascending */
    uint32_t key_sets;
    struct few_set_digit *digits;
    uint32_t digit_count;
    struct few_arrange sequence;
    few_code value_piece[FEW_ARRANGE_VALUES];
    uint8_t *piece_value;

    struct few_list steps;               /* few_set_step */
    struct few_distinct shifts, guards; /* few_set_shift, few_set_guard */
};

/* Tables for all shifts and masks for all guards. false: no memory, or *unfit: it does not pay off. */
bool few_set_form_tabulate(struct few_set_form *form, bool *unfit);

/* Whether all pieces of the sequence differ, and no step asks for any of them. */
bool few_set_form_is_uniform(const struct few_set_form *form);

/* What can be reached at most, and whether each plane is halved. Its steps are known, its tables not yet. false: no memory. */
bool few_set_form_colour(struct few_set_form *form, const uint64_t *starts, size_t count);

/* 1: the permutation is odd. */
uint8_t few_set_parity(const uint8_t *places, uint32_t length);

/* The set form of a board puzzle, see space/space.h. */
struct few_sets *few_rule_sets(const struct few_space *space, struct few_memory *memory, const struct few_set_request *request);

#endif
