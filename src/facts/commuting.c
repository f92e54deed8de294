#include "facts/commuting.h"

struct few_commuting *few_commuting_create(struct few_memory *memory, uint32_t moves) {
    struct few_commuting *commuting = few_alloc(memory, sizeof *commuting);
    if (!commuting)
        return NULL;
    *commuting = (struct few_commuting){.moves = moves};
    commuting->skip = few_alloc_zeroed(memory, few_commuting_bytes(commuting));
    if (commuting->skip)
        return commuting;
    few_commuting_free(memory, commuting);
    return NULL;
}

void few_commuting_free(struct few_memory *memory, struct few_commuting *commuting) {
    if (!commuting)
        return;
    few_free(memory, commuting->skip, few_commuting_bytes(commuting));
    few_free(memory, commuting, sizeof *commuting);
}
