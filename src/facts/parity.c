#include "facts/parity.h"

enum { MOST_PLACES = 64 };

/* Chess colours of the places: those in *black have the other one than the first. false where there are none, or not all
 * places hang together. */
static bool colour_places(const struct few_exchanges *exchanges, uint64_t *black) {
    uint64_t known = 1;
    *black = 0;
    for (uint64_t before = 0; before != known;) {
        before = known;
        for (uint32_t n = 0; n < exchanges->count; n++) {
            const uint64_t a = UINT64_C(1) << exchanges->list[n].back, b = UINT64_C(1) << exchanges->list[n].place;
            const bool a_known = known & a, b_known = known & b, same = !(*black & a) == !(*black & b);
            if (a_known && b_known && same)
                return false;
            if (a_known && !b_known)
                *black |= *black & a ? 0 : b;
            if (b_known && !a_known)
                *black |= *black & b ? 0 : a;
            if (a_known || b_known)
                known |= a | b;
        }
    }
    return (uint32_t)__builtin_popcountll(known) == exchanges->places;
}

/* Parity of the arrangement plus colour of the blank; false where a piece stands there twice. */
static bool invariant(const struct few_parity *parity, const struct few_exchanges *exchanges, uint64_t state,
                      unsigned *sum) {
    const uint64_t ones = (UINT64_C(1) << exchanges->width) - 1;
    uint64_t before = 0; /* values in the places before */
    unsigned inversions = 0;
    for (uint32_t i = 0; i < exchanges->places; i++) {
        const uint64_t value = state >> exchanges->shift[i] & ones;
        if (value >= 64 || before >> value & 1)
            return false;
        inversions += (unsigned)__builtin_popcountll(before >> value);
        inversions += value == exchanges->blank ? (unsigned)(parity->black >> i & 1) : 0;
        before |= UINT64_C(1) << value;
    }
    *sum = inversions & 1;
    return true;
}

void few_parity_find(struct few_parity *parity, const struct few_exchanges *exchanges) {
    uint64_t all = 0, ones = (UINT64_C(1) << exchanges->width) - 1;
    for (uint32_t i = 0; i < exchanges->places; i++)
        all |= ones << exchanges->shift[i];
    parity->known = exchanges->places > 0 && exchanges->places <= MOST_PLACES && exchanges->goal_mask == all &&
                    colour_places(exchanges, &parity->black) &&
                    invariant(parity, exchanges, exchanges->goal_want, &parity->goal);
}

bool few_parity_differs(const struct few_parity *parity, const struct few_exchanges *exchanges, uint64_t state) {
    unsigned here;
    return parity->known && invariant(parity, exchanges, state, &here) && here != parity->goal;
}
