#include "api/proof_kind.h"

#include "api/model.h"
#include "facts/facts.h"
#include "language/both_ends.h"

/* Whether the parity of every start differs from that of the goal. */
static bool has_parity(const fewest_answer *answer, bool *differs, struct few_error *error) {
    const struct few_facts *facts = NULL;
    const struct few_space *space = answer->model->space;
    struct few_memory *memory = &answer->puzzle->memory;
    uint64_t *starts = NULL;
    size_t count = 0, room = 0;
    *differs = false;
    if (!few_model_facts(answer->model, &facts, error))
        return false;
    if (!facts || !facts->exchanges || !facts->parity.known)
        return true;
    if (!few_model_starts(answer->model, memory, &starts, &count, &room))
        return few_fail_memory(error);
    *differs = count > 0;
    for (size_t i = 0; i < count; i++)
        *differs = *differs && few_parity_differs(&facts->parity, facts->exchanges, starts + i * space->words);
    few_free(memory, starts, room * space->words * sizeof *starts);
    return true;
}

bool few_proof_choose(const fewest_answer *answer, struct few_proof_choice *choice, struct few_error *error) {
    bool differs = false;
    *choice = (struct few_proof_choice){.kind = FEW_PROOF_LIST};
    if (answer->status == FEWEST_UNSOLVABLE && answer->model && !has_parity(answer, &differs, error))
        return false;
    if (differs) {
        choice->kind = FEW_PROOF_PARITY;
    } else if (answer->status == FEWEST_UNSOLVABLE) {
        if (!few_proof_smaller(answer, choice->tables, &choice->states, error))
            return false;
        choice->kind = *choice->tables ? FEW_PROOF_BOUND : FEW_PROOF_LIST;
    } else if (few_has_both_ends(answer->puzzle->rules)) {
        if (!few_proof_groups(answer, choice->tables, error))
            return false;
        choice->kind = *choice->tables ? FEW_PROOF_DEPTH : FEW_PROOF_ENDS;
    }
    return true;
}
