/* See set_share.h. */
#include "search/explore/set_share.h"

#include "base/bit_code.h"
#include "base/sort.h"
#include "search/explore/set_blocks.h"

enum { HEAD = 2 }; /* words before the bits of a unit */

static uint64_t all_units(const struct few_set_explorer *explorer) {
    return explorer->sets->planes * explorer->sets->chunks;
}

uint64_t few_set_first_unit(const struct few_sets *sets, uint64_t processes, uint64_t process) {
    return sets->chunks >= processes ? sets->chunks * process / processes * sets->planes : sets->planes * sets->chunks * process / processes;
}

static uint64_t first_unit(const struct few_set_explorer *explorer, const struct few_cluster *cluster, uint64_t process) {
    return few_set_first_unit(explorer->sets, cluster->place.size, process);
}

static unsigned owner_of(const struct few_set_share *share, uint64_t unit) {
    unsigned low = 0, high = share->cluster->place.size;
    while (high - low > 1) {
        const unsigned middle = low + (high - low) / 2;
        if (first_unit(share->explorer, share->cluster, middle) <= unit)
            low = middle;
        else
            high = middle;
    }
    return low;
}

void few_set_share_out(struct few_set_explorer *explorer, const struct few_cluster *cluster) {
    const unsigned number = cluster->place.number;
    explorer->first = first_unit(explorer, cluster, number);
    explorer->units = first_unit(explorer, cluster, number + 1) - explorer->first;
}

static bool is_ours(const struct few_set_explorer *explorer, uint64_t unit) {
    return unit >= explorer->first && unit - explorer->first < explorer->units;
}

/* ---- Who needs what */

/* The units of others from which moves lead to ours. */
static bool find_guests(struct few_set_share *share) {
    const struct few_set_explorer *explorer = share->explorer;
    const struct few_sets *sets = explorer->sets;
    const uint64_t words = all_units(explorer) / 64 + 1;
    uint64_t *bits = few_alloc_zeroed(share->memory, words * sizeof *bits);
    bool good = bits;
    for (uint64_t unit = explorer->first; good && unit < explorer->first + explorer->units; unit++) {
        const uint64_t plane = unit % sets->planes;
        for (uint32_t s = sets->first_step[plane]; s < sets->first_step[plane + 1]; s++)
            few_set_mark_sources(sets, &sets->steps[s], unit / sets->planes, 1, bits);
    }
    for (uint64_t w = 0; good && w < words; w++)
        for (uint64_t word = bits[w]; good && word; word &= word - 1) {
            const uint64_t unit = w * 64 + (uint64_t)__builtin_ctzll(word);
            if (!is_ours(explorer, unit))
                good = few_list_append(&share->guests, &unit, 1);
        }
    few_free(share->memory, bits, words * sizeof *bits);
    return good;
}

static uint64_t take_wants(void *context, uint64_t *items, size_t count) {
    struct few_set_share *share = context;
    return few_list_append(&share->wants, items, count) ? FEW_RUNNING : few_refused(share->explorer->watch);
}

static int compare(const void *a, const void *b, void *context) {
    const struct few_set_want *left = a, *right = b;
    (void)context;
    if (left->unit != right->unit)
        return left->unit < right->unit ? -1 : 1;
    return left->process < right->process ? -1 : left->process > right->process;
}

/* Tells the others, and hears from them. */
static enum few_end exchange_wants(struct few_set_share *share, bool good) {
    const struct few_watch *watch = share->explorer->watch;
    struct few_mail mail;
    good = few_mail_init(&mail, share->cluster, share->memory, HEAD, 1) && good;
    enum few_end end = (enum few_end)few_cluster_most(share->cluster, good ? FEW_RUNNING : few_refused(watch));
    if (end == FEW_RUNNING) {
        few_mail_begin(&mail, take_wants, share);
        for (size_t i = 0; i < share->guests.count; i++) {
            const uint64_t unit = *(const uint64_t *)few_list_at(&share->guests, i);
            few_mail_put(&mail, owner_of(share, unit), (const uint64_t[]){unit, share->cluster->place.number});
        }
        end = (enum few_end)few_mail_end(&mail, FEW_RUNNING);
    }
    few_mail_free(&mail);
    if (end == FEW_RUNNING && !few_sort(share->memory, share->wants.items, share->wants.count, share->wants.size, compare, NULL))
        end = few_refused(watch);
    return end;
}

/* Our units, those first that others need. */
static void put_in_order(struct few_set_share *share) {
    const struct few_set_explorer *explorer = share->explorer;
    const struct few_set_want *want = share->wants.items, *const end = want + share->wants.count;
    uint64_t rest = 0;
    for (const struct few_set_want *other = want; other < end; other++)
        rest += other == want || other->unit != other[-1].unit;
    share->wanted = 0;
    for (uint64_t unit = explorer->first; unit < explorer->first + explorer->units; unit++) {
        const bool is_wanted = want < end && want->unit == unit;
        share->order[is_wanted ? share->wanted++ : rest++] = unit;
        while (want < end && want->unit == unit)
            want++;
    }
}

/* ---- Memory */

static size_t code_words(const struct few_set_share *share) {
    return HEAD + few_bits_room(share->explorer->chunk_words) / sizeof(uint64_t) + 1;
}

static size_t guest_bytes(const struct few_set_share *share) {
    return few_array_size(share->guests.count, share->explorer->chunk_words * sizeof(uint64_t));
}

static bool prepare(struct few_set_share *share) {
    struct few_memory *memory = share->memory;
    const struct few_set_explorer *explorer = share->explorer;
    share->now = few_alloc_zeroed(memory, guest_bytes(share));
    share->next = few_alloc_zeroed(memory, guest_bytes(share));
    share->order = few_alloc(memory, few_array_size(explorer->units, sizeof *share->order));
    share->at = few_alloc_zeroed(memory, few_array_size(all_units(explorer), sizeof *share->at));
    share->code = few_alloc(memory, code_words(share) * sizeof *share->code);
    const bool good = few_mail_init(&share->mail, share->cluster, memory, 1, code_words(share));
    return good && share->now && share->next && share->order && share->at && share->code;
}

enum few_end few_set_share_begin(struct few_set_share *share, struct few_set_explorer *explorer, const struct few_cluster *cluster) {
    *share = (struct few_set_share){.cluster = cluster, .explorer = explorer, .memory = explorer->watch->memory};
    few_list_init(&share->guests, share->memory, sizeof(uint64_t));
    few_list_init(&share->wants, share->memory, sizeof(struct few_set_want));
    enum few_end end = exchange_wants(share, find_guests(share));
    end = (enum few_end)few_cluster_most(cluster, end);
    if (end != FEW_RUNNING)
        return end;
    const bool good = prepare(share);
    end = (enum few_end)few_cluster_most(cluster, good ? FEW_RUNNING : few_refused(explorer->watch));
    if (end == FEW_RUNNING)
        put_in_order(share);
    return end;
}

void few_set_share_free(struct few_set_share *share) {
    const struct few_set_explorer *explorer = share->explorer;
    few_free(share->memory, share->now, guest_bytes(share));
    few_free(share->memory, share->next, guest_bytes(share));
    few_free(share->memory, share->order, explorer->units * sizeof *share->order);
    few_free(share->memory, share->at, all_units(explorer) * sizeof *share->at);
    few_free(share->memory, share->code, code_words(share) * sizeof *share->code);
    few_mail_free(&share->mail);
    few_list_free(&share->guests);
    few_list_free(&share->wants);
}

/* ---- Layers */

/* Which guest it is; their number: none. */
static uint64_t find_guest(const struct few_set_share *share, uint64_t unit) {
    const uint64_t *guests = share->guests.items;
    uint64_t low = 0, high = share->guests.count;
    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        if (guests[middle] < unit)
            low = middle + 1;
        else
            high = middle;
    }
    return low < share->guests.count && guests[low] == unit ? low : share->guests.count;
}

uint64_t *few_set_guest(const struct few_set_share *share, uint64_t unit) {
    const uint64_t guest = find_guest(share, unit);
    return guest < share->guests.count ? share->now + guest * share->explorer->chunk_words : NULL;
}

void few_set_share_point(struct few_set_share *share) {
    struct few_set_explorer *explorer = share->explorer;
    const uint64_t *guests = share->guests.items;
    for (uint64_t unit = 0; unit < explorer->units; unit++)
        share->at[explorer->first + unit] = explorer->now + unit * explorer->chunk_words;
    for (uint64_t guest = 0; guest < share->guests.count; guest++)
        share->at[guests[guest]] = share->now + guest * explorer->chunk_words;
    explorer->blocks = share->at;
    explorer->part_chunks = 1;
}

/* Units of guests that have come. */
static uint64_t take_units(void *context, uint64_t *items, size_t count) {
    struct few_set_share *share = context;
    struct few_set_explorer *explorer = share->explorer;
    while (count >= HEAD) {
        const uint64_t unit = items[0], bytes = items[1], words = HEAD + (bytes + sizeof *items - 1) / sizeof *items;
        const uint64_t guest = find_guest(share, unit);
        if (words > count || guest == share->guests.count ||
            !few_bits_read((const uint8_t *)(items + HEAD), bytes, share->next + guest * explorer->chunk_words, explorer->chunk_words))
            return FEW_CONTRADICTION;
        explorer->next_flags[unit] = 1;
        items += words;
        count -= words;
    }
    return FEW_RUNNING;
}

void few_set_share_open(struct few_set_share *share) {
    memset(share->explorer->next_flags, 0, all_units(share->explorer));
    few_mail_begin(&share->mail, take_units, share);
}

void few_set_share_send(struct few_set_share *share) {
    const struct few_set_explorer *explorer = share->explorer;
    const struct few_set_want *want = share->wants.items, *const end = want + share->wants.count;
    while (want < end) {
        const uint64_t unit = want->unit;
        const bool is_empty = explorer->next_flags[unit] != 1;
        size_t bytes = 0;
        if (!is_empty)
            bytes = few_bits_write(explorer->next + (unit - explorer->first) * explorer->chunk_words, explorer->chunk_words,
                                   (uint8_t *)(share->code + HEAD));
        share->code[0] = unit;
        share->code[1] = bytes;
        for (; want < end && want->unit == unit; want++)
            if (!is_empty)
                few_mail_put_some(&share->mail, (unsigned)want->process, share->code, HEAD + (bytes + sizeof *share->code - 1) / sizeof *share->code);
    }
}

enum few_end few_set_share_look(struct few_set_share *share) {
    few_mail_look(&share->mail);
    return (enum few_end)share->mail.verdict;
}

enum few_end few_set_share_end(struct few_set_share *share, enum few_end end) {
    return (enum few_end)few_mail_end(&share->mail, end);
}

void few_set_share_turn(struct few_set_share *share) {
    uint64_t *bits = share->now;
    share->now = share->next;
    share->next = bits;
    few_set_share_point(share);
}
