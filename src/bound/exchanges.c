/* What is the same all along in a sliding puzzle. */
#include "bound/bound.h"

enum { MOST_PLACES = 64 };

/* Chess colours of the places in `colour`; false where there are none, or not all places hang together. */
static bool colour_places(const struct few_exchanges *exchanges, uint8_t *colour) {
    uint64_t known = 1;
    colour[0] = 0;
    for (uint64_t before = 0; before != known;) {
        before = known;
        for (uint32_t n = 0; n < exchanges->count; n++) {
            uint8_t a = exchanges->list[n].back, b = exchanges->list[n].place;
            bool a_known = known >> a & 1, b_known = known >> b & 1;
            if (a_known && b_known && colour[a] == colour[b])
                return false;
            if (a_known && !b_known)
                colour[b] = !colour[a];
            if (b_known && !a_known)
                colour[a] = !colour[b];
            if (a_known || b_known)
                known |= UINT64_C(1) << a | UINT64_C(1) << b;
        }
    }
    return (uint32_t)__builtin_popcountll(known) == exchanges->places;
}

/* Parity of the arrangement plus colour of the blank; false where a piece stands there twice. */
static bool invariant(const struct few_exchanges *exchanges, const uint8_t *colour, uint64_t state, unsigned *sum) {
    uint64_t ones = (UINT64_C(1) << exchanges->width) - 1;
    uint32_t value[MOST_PLACES];
    *sum = 0;
    for (uint32_t i = 0; i < exchanges->places; i++) {
        value[i] = (uint32_t)(state >> exchanges->shift[i] & ones);
        if (value[i] == exchanges->blank)
            *sum ^= colour[i];
        for (uint32_t k = 0; k < i; k++) {
            if (value[k] == value[i])
                return false;
            *sum ^= value[k] > value[i];
        }
    }
    return true;
}

bool few_exchanges_never(const struct few_exchanges *exchanges, uint64_t state) {
    uint64_t all = 0, ones = (UINT64_C(1) << exchanges->width) - 1;
    uint8_t colour[MOST_PLACES];
    unsigned here, goal;
    if (exchanges->places > MOST_PLACES || exchanges->places == 0)
        return false;
    for (uint32_t i = 0; i < exchanges->places; i++)
        all |= ones << exchanges->shift[i];
    return exchanges->goal_mask == all && colour_places(exchanges, colour) &&
           invariant(exchanges, colour, state, &here) &&
           invariant(exchanges, colour, exchanges->goal_want, &goal) && here != goal;
}
