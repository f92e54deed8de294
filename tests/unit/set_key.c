/* The piece that is the key of a set form. The source itself is included, for the choice is private. */
#include "corpus.h"

#include "rules/sets.c"

enum { INSTRUCTIONS = 4 };

/* Two pieces are tested by two instructions each, so the first is the key. The atoms lie in a row, the last one at the end of
 * a block: whoever looks at more than those of an instruction finds the other piece more often, or is told so by the
 * sanitizers. */
static void the_atoms_of_each_instruction_choose_the_key(void **state) {
    (void)state;
    struct few_memory memory;
    few_memory_init(&memory, SIZE_MAX);
    const size_t bytes = INSTRUCTIONS * sizeof(struct few_atom);
    struct few_atom *const atoms = few_alloc(&memory, bytes);
    assert_non_null(atoms);
    struct few_instruction instructions[INSTRUCTIONS] = {0};
    for (uint32_t n = 0; n < INSTRUCTIONS; n++) {
        atoms[n] = (struct few_atom){.slot = n, .from = FEW_NOWHERE, .test = (few_code)(n % 2), .set = 2};
        instructions[n] = (struct few_instruction){.first = n, .count = 1};
    }
    struct few_puzzle puzzle = {.piece_count = 3};
    struct few_rule_space rules = {.puzzle = &puzzle};
    rules.listing = (struct few_listing){.atoms = atoms, .atom_count = INSTRUCTIONS, .instructions = instructions, .count = INSTRUCTIONS};
    uint32_t place_of[] = {0, 1, 2, 3};
    static const uint32_t counts[] = {1, 1, 2};
    struct few_set_form form = {.rules = &rules, .always = true, .cell_count = 4, .place_of = place_of};
    choose_key(&form, counts, 1);
    assert_int_equal(form.key, 0);
    assert_int_equal(form.key_count, 1);
    few_free(&memory, atoms, bytes);
    assert_int_equal(memory.used, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_atoms_of_each_instruction_choose_the_key),
    };
    return cmocka_run_group_tests_name("set_key", tests, NULL, NULL);
}
