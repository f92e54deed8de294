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

/* Parity of the arrangement plus colour of the blank; false where a piece stands there twice, or anything may. */
static bool invariant(const struct few_parity *parity, const struct few_exchanges *exchanges, const uint8_t *values,
                      unsigned *sum) {
    uint64_t before = 0; /* values in the places before */
    unsigned inversions = 0;
    for (uint32_t i = 0; i < exchanges->places; i++) {
        const uint32_t value = values[i];
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
    parity->known = exchanges->places > 0 && exchanges->places <= MOST_PLACES && colour_places(exchanges, &parity->black) &&
                    invariant(parity, exchanges, exchanges->goal, &parity->goal);
}

bool few_parity_differs(const struct few_parity *parity, const struct few_exchanges *exchanges, const uint64_t *state) {
    uint8_t values[MOST_PLACES];
    unsigned here;
    for (uint32_t i = 0; parity->known && i < exchanges->places; i++)
        values[i] = (uint8_t)few_field_get(state, exchanges->field[i]);
    return parity->known && invariant(parity, exchanges, values, &here) && here != parity->goal;
}
