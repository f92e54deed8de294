/* One pattern database for several groups: where the board is turned or mirrored, and the goal of one group comes to lie on that
 * of another, what the one costs is what the other costs.
 *
 * An *image* is a map of the places onto themselves that keeps from where to where the blank can go. It is found by trying, and
 * every pair of places is compared. If it carries the homes of group a to those of group b, and the places from which the blank is
 * let in at the goal to those of b, then a path of a, carried over move by move, is a path of b, and the other way round. So the
 * entry of b for pieces in the images of some places is the entry of a for these places. */
#include "build/patterns.h"

#include <string.h>

enum { MOST_TRIALS = 100000 };

struct mapping {
    uint32_t to[FEW_MOST_PLACES]; /* where the blank goes from a place */
    uint32_t places, trials;
    uint8_t map[FEW_MOST_PLACES];
    struct few_images *found;
};

/* Whether a place may be carried to another one, beside those that are carried already. */
static bool agrees(const struct mapping *m, uint32_t place, uint32_t image) {
    for (uint32_t p = 0; p <= place; p++) {
        const uint32_t other = p == place ? image : m->map[p];
        if ((p < place && other == image) || (m->to[p] >> place & 1) != (m->to[other] >> image & 1) ||
            (m->to[place] >> p & 1) != (m->to[image] >> other & 1))
            return false;
    }
    return true;
}

/* Carries one place after the other; that a place stays where it is is tried first. */
static void carry(struct mapping *m, uint32_t place) {
    if (place == m->places) {
        if (m->found->count < FEW_MOST_IMAGES)
            memcpy(m->found->map[m->found->count++], m->map, sizeof m->map);
        return;
    }
    for (uint32_t i = 0; i < m->places && m->trials < MOST_TRIALS && m->found->count < FEW_MOST_IMAGES; i++) {
        const uint32_t image = i == 0 ? place : i <= place ? i - 1 : i;
        m->trials++;
        if (agrees(m, place, image)) {
            m->map[place] = (uint8_t)image;
            carry(m, place + 1);
        }
    }
}

void few_images_find(struct few_images *images, const struct few_exchanges *exchanges) {
    struct mapping m = {.places = exchanges->places, .found = images};
    *images = (struct few_images){0};
    for (uint32_t n = 0; n < exchanges->count; n++)
        m.to[exchanges->list[n].back] |= UINT32_C(1) << exchanges->list[n].place;
    carry(&m, 0);
}

uint32_t few_image_of_places(const struct few_images *images, uint32_t which, uint32_t places) {
    uint32_t image = 0;
    for (; places; places &= places - 1)
        image |= UINT32_C(1) << images->map[which][__builtin_ctz(places)];
    return image;
}

/* ---- Which group is an image of which */

/* Where the pieces of a group are at home. 0: one of them is there twice. */
static uint32_t homes_of(const struct few_exchanges *exchanges, const struct few_layout *layout, const uint8_t *group, uint32_t which) {
    uint32_t homes = 0;
    uint64_t values = 0;
    for (uint32_t p = 0; p < exchanges->places; p++) {
        const uint32_t value = exchanges->goal[p];
        if (value == FEW_ANY_VALUE || value == exchanges->blank || group[layout->cell_piece[value]] != which)
            continue;
        if (value >= 64 || values >> value & 1)
            return 0;
        values |= UINT64_C(1) << value;
        homes |= UINT32_C(1) << p;
    }
    return homes;
}

/* All places of the blank from which it gets to its goal, with the pieces of the group at home. */
static uint32_t let_in(const struct few_exchanges *exchanges, uint32_t homes) {
    uint32_t blank = 0, open = 0;
    for (uint32_t p = 0; p < exchanges->places; p++) {
        blank |= (uint32_t)(exchanges->goal[p] == exchanges->blank) << p;
        open |= (uint32_t)(exchanges->goal[p] == FEW_ANY_VALUE) << p;
    }
    open = blank ? blank : open;
    for (uint32_t before = 0; before != open;) {
        before = open;
        for (uint32_t n = 0; n < exchanges->count; n++)
            if (open >> exchanges->list[n].place & 1 && !(homes >> exchanges->list[n].back & 1))
                open |= UINT32_C(1) << exchanges->list[n].back;
    }
    return open;
}

/* The image that carries group `other` to group `which`; FEW_NOWHERE: none does. */
static uint32_t find_image(const struct few_images *images, const struct few_exchanges *exchanges, const struct few_layout *layout,
                           const uint8_t *group, uint32_t which, uint32_t other) {
    const uint32_t homes = homes_of(exchanges, layout, group, which), theirs = homes_of(exchanges, layout, group, other);
    for (uint32_t m = 0; homes && theirs && m < images->count; m++)
        if (few_image_of_places(images, m, theirs) == homes &&
            few_image_of_places(images, m, let_in(exchanges, theirs)) == let_in(exchanges, homes))
            return m;
    return FEW_NOWHERE;
}

bool few_images_share(const struct few_images *images, const struct few_exchanges *exchanges, const struct few_layout *layout,
                      const uint8_t *group, uint32_t which, uint32_t *other) {
    for (*other = 0; *other < which; (*other)++)
        if (find_image(images, exchanges, layout, group, which, *other) != FEW_NOWHERE)
            return true;
    return false;
}

void few_weigh_by_image(const struct few_keys *keys, const struct few_images *images, const struct few_exchanges *exchanges,
                        const struct few_layout *layout, const uint8_t *group, uint32_t which, uint32_t other, struct few_key *key) {
    const uint8_t *map = images->map[find_image(images, exchanges, layout, group, which, other)];
    const uint32_t homes = homes_of(exchanges, layout, group, other), stride = keys->sums.stride;
    const struct few_key *from = &keys->list[other];
    for (uint32_t left = homes; left; left &= left - 1) {
        const uint32_t home = (uint32_t)__builtin_ctz(left), theirs = exchanges->goal[home], ours = exchanges->goal[map[home]];
        for (uint32_t p = 0; p < exchanges->places; p++)
            key->weights[map[p] * stride + ours] = from->weights[p * stride + theirs];
    }
    key->entries = from->entries;
    key->size = from->size;
    key->borrowed = true;
    key->shares = other + 1;
}
