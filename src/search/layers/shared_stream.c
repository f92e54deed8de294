/* A shared search as a checkpoint of several files (search/part_files.h). The file itself says how far the search is:
 *
 *     the other files
 *     sides, bits of a tag, which side goes on, whether its next layer was begun, states at which the search ends
 *     of each side: how many states each layer has
 *
 * and each of the others has what a process had:
 *
 *     of each side: up to 64 of the states that were seen at a time, until there are no more: tags, and the states; the layer
 *     what is known of the next layer, and where the search ends
 *
 * Whoever goes on, as many processes, more, fewer or one alone, reads some of these files and sends each state to the process that has it now. A layer
 * that was not finished is expanded again, which finds what was not found before. */
#include "search/layers/shared.h"

#include "base/bit_code.h"
#include "base/clock.h"
#include "search/layers/layers.h"
#include "search/part_files.h"
#include "team/part.h"

enum { SOME = 64 }; /* states at a time */

/* ---- Writing */

static void write_seen(const struct few_shared *search, const struct few_shared_side *side, struct few_out *out) {
    const uint32_t words = search->space->words;
    uint64_t slots[SOME], states[SOME * FEW_MAX_WORDS], at = 0;
    uint8_t tags[SOME * FEW_NUMBER_ROOM];
    for (size_t count; (count = few_visited_slots(side->seen, &at, slots, SOME)) > 0;) {
        uint8_t *end = tags;
        for (size_t i = 0; i < count; i++) {
            end = few_number_write(end, few_visited_tag(side->seen, slots[i]));
            memcpy(states + i * words, few_visited_state(side->seen, slots[i]), words * sizeof *states);
        }
        few_out_number(out, count);
        few_out_bytes(out, tags, (size_t)(end - tags));
        few_out_bytes(out, states, count * words * sizeof *states);
    }
    few_out_number(out, 0);
}

static void write_part(const void *work, struct few_out *out) {
    const struct few_shared *search = work;
    for (unsigned i = 0; i < search->side_count; i++) {
        write_seen(search, &search->sides[i], out);
        few_states_write(&search->sides[i].layer, out);
    }
    few_states_write(&search->next, out);
    few_states_write(&search->found, out);
}

static void write_file(const void *work, struct few_out *out) {
    const struct few_shared *search = work;
    const struct few_keeper *keeper = search->watch->keeper;
    const struct few_progress progress = {.stage = FEW_STAGE_SHARED,
                                          .least = search->sides[0].depth + search->sides[1].depth + (search->is_midway || !search->hits),
                                          .expanded = search->settled.expanded,
                                          .generated = search->settled.generated,
                                          .seconds = keeper->before + few_now() - search->started};
    few_progress_write(out, &progress);
    few_part_files_write(&keeper->parts, out);
    few_out_number(out, search->side_count);
    few_out_number(out, search->tag_bits);
    few_out_number(out, search->at->number);
    few_out_number(out, search->is_midway);
    few_out_number(out, search->hits);
    for (unsigned i = 0; i < search->side_count; i++) {
        const struct few_list *widths = &search->sides[i].widths;
        few_out_number(out, widths->count);
        few_out_bytes(out, widths->items, widths->count * widths->size);
    }
}

void few_shared_keep(struct few_shared *search, enum few_end end) {
    struct few_keeper *keeper = search->watch->keeper;
    const bool is_early = end > FEW_UNSOLVABLE && end != FEW_CONTRADICTION;
    if (!keeper || !keeper->path || !search->has_begun)
        return;
    /* All of them or none: the clock is that of the first one. */
    const bool is_due = end == FEW_RUNNING ? search->cluster->place.number == 0 && few_now() >= keeper->next : is_early;
    if (few_cluster_most(search->cluster, is_due) && few_parts_write(keeper, write_part, write_file, search))
        keeper->written++;
}

/* ---- Reading */

enum kind { SEEN, LAYER, NEXT, FOUND };
enum { KIND_BITS = 2, SIDE_BITS = 1 };

static uint64_t head_of(enum kind kind, unsigned side, uint64_t tag) {
    return (tag << SIDE_BITS | side) << KIND_BITS | kind;
}

/* States of ours, each behind what it is. */
static uint64_t take_kept(void *context, uint64_t *items, size_t count) {
    struct few_shared *search = context;
    const size_t words = search->space->words;
    for (size_t i = 0; i < count; i++, items += 1 + words) {
        const enum kind kind = (enum kind)(items[0] & ((1 << KIND_BITS) - 1));
        struct few_shared_side *side = &search->sides[items[0] >> KIND_BITS & ((1 << SIDE_BITS) - 1)];
        struct few_list *list = kind == LAYER ? &side->layer : kind == NEXT ? &search->next : &search->found;
        if (kind == SEEN ? !few_visited_reserve(side->seen, 1) : !few_list_append(list, items + 1, 1))
            return few_refused(search->watch);
        if (kind == SEEN && few_visited_add(side->seen, items + 1, NULL, words, 1, (unsigned)(items[0] >> (KIND_BITS + SIDE_BITS))) != 1)
            return FEW_CONTRADICTION;
    }
    return FEW_RUNNING;
}

struct reading {
    struct few_shared *search;
    struct few_mail mail;
    struct few_part_file part; /* the one that is read */
};

/* Sends a state to the process that has it. false: it cannot be one, or a verdict was reached. */
static bool put(struct reading *reading, uint64_t head, const uint64_t *state) {
    struct few_shared *search = reading->search;
    const struct few_space *space = search->space;
    const unsigned owner = few_part_of(state, space->words, search->cluster->place.size);
    uint64_t item[1 + FEW_MAX_WORDS];
    if (space->run->holds && !space->run->holds(space, state))
        return few_in_refuse(&reading->part.in);
    item[0] = head;
    memcpy(item + 1, state, space->words * sizeof *state);
    if (owner != search->cluster->place.number) {
        few_mail_put(&reading->mail, owner, item);
        return true;
    }
    const uint64_t verdict = take_kept(search, item, 1);
    reading->mail.verdict = verdict > reading->mail.verdict ? verdict : reading->mail.verdict;
    return verdict == FEW_RUNNING;
}

/* What has come is taken, and limits hold. */
static bool goes_on(struct reading *reading) {
    const enum few_end end = few_watch_check(reading->search->watch);
    few_mail_look(&reading->mail);
    reading->mail.verdict = end > reading->mail.verdict ? end : reading->mail.verdict;
    return reading->mail.verdict == FEW_RUNNING;
}

static bool read_seen(struct reading *reading, unsigned side) {
    const uint32_t words = reading->search->space->words, bits = reading->search->tag_bits;
    const uint64_t most = bits == 2 ? 3 : UINT32_MAX;
    struct few_in *in = &reading->part.in;
    uint64_t tags[SOME], states[SOME * FEW_MAX_WORDS];
    for (size_t count; (count = (size_t)few_in_count(in, SOME)) > 0 && !in->failed;) {
        for (size_t i = 0; i < count; i++)
            tags[i] = few_in_small(in);
        few_in_bytes(in, states, count * words * sizeof *states);
        for (size_t i = 0; i < count && !in->failed; i++)
            if (tags[i] == 0 || tags[i] > most)
                few_in_refuse(in);
            else if (!put(reading, head_of(SEEN, side, tags[i]), states + i * words))
                return false;
        if (!goes_on(reading))
            return false;
    }
    return !in->failed;
}

static bool read_list(struct reading *reading, enum kind kind, unsigned side) {
    const uint32_t words = reading->search->space->words;
    uint64_t state[FEW_MAX_WORDS];
    for (uint64_t left = few_in_number(&reading->part.in); left && !reading->part.in.failed; left--) {
        few_in_bytes(&reading->part.in, state, words * sizeof *state);
        if (reading->part.in.failed || !put(reading, head_of(kind, side, 0), state))
            return false;
        if (left % (SOME * SOME) == 0 && !goes_on(reading))
            return false;
    }
    return !reading->part.in.failed;
}

static bool read_part(struct reading *reading) {
    for (unsigned i = 0; i < reading->search->side_count; i++)
        if (!read_seen(reading, i) || !read_list(reading, LAYER, i))
            return false;
    return read_list(reading, NEXT, reading->search->at->number) && read_list(reading, FOUND, 0) && few_in_is_done(&reading->part.in);
}

/* Each process reads some of the parts. */
static enum few_end read_parts(struct reading *reading, const struct few_in *file) {
    struct few_keeper *keeper = reading->search->watch->keeper;
    const struct few_cluster_place place = reading->search->cluster->place;
    bool good = true;
    for (uint64_t number = place.number; number < keeper->taken.count && good; number += place.size) {
        good = few_part_open(&reading->part, file->path, &keeper->taken, number, &keeper->memory, &keeper->error) && read_part(reading);
        few_part_close(&reading->part, &keeper->memory);
    }
    return good                                      ? FEW_RUNNING
           : reading->mail.verdict != FEW_RUNNING    ? (enum few_end)reading->mail.verdict
           : keeper->error.kind != FEW_ERROR_NONE    ? FEW_CONTRADICTION
                                                     : few_refused(reading->search->watch);
}

/* The table grows at once: states come in the order of another one, which would crowd a small one. If it cannot, it grows as they come. */
static void make_room(const struct few_shared *search) {
    for (unsigned i = 0; i < search->side_count; i++) {
        const struct few_list *widths = &search->sides[i].widths;
        uint64_t states = 0;
        for (size_t depth = 0; depth < widths->count; depth++)
            states += *(const uint64_t *)few_list_at(widths, depth);
        states = states / search->cluster->place.size + 1;
        if (few_array_size((size_t)states, 2 * search->next.size) < few_memory_left(search->watch->memory) / 4)
            few_visited_reserve(search->sides[i].seen, (size_t)states);
    }
}

/* States in the list that were not seen by the side at that distance; UINT64_MAX: at any. */
static uint64_t count_unseen(const struct few_shared *search, const struct few_shared_side *side, const struct few_list *list, uint64_t distance) {
    uint64_t unseen = 0;
    for (size_t i = 0; i < list->count; i++) {
        uint64_t slot;
        few_visited_find(side->seen, few_list_at(list, i), NULL, 1, &slot);
        unseen += slot == FEW_NO_SLOT ||
                  (distance != UINT64_MAX && few_visited_tag(side->seen, slot) != few_distance_tag(distance, search->tag_bits));
    }
    return unseen;
}

/* Whether all that was read fits together: the same for all processes. */
static bool fits(struct few_shared *search, uint64_t hits) {
    enum { UNSEEN, HITS, NEXTS, WIDTHS, SEENS = WIDTHS + 2, SUMS = SEENS + 2 };
    uint64_t sums[SUMS] = {[HITS] = search->found.count, [NEXTS] = search->next.count}, states[2] = {0};
    sums[UNSEEN] = count_unseen(search, search->at, &search->next, search->at->depth + 1);
    for (unsigned i = 0; i < search->side_count; i++) {
        const struct few_shared_side *side = &search->sides[i];
        sums[UNSEEN] += count_unseen(search, side, &side->layer, side->depth) + count_unseen(search, side, &search->found, UINT64_MAX);
        sums[WIDTHS + i] = side->layer.count;
        sums[SEENS + i] = few_visited_count(side->seen);
        for (size_t depth = 0; depth < side->widths.count; depth++)
            states[i] += *(const uint64_t *)few_list_at(&side->widths, depth);
    }
    few_cluster_combine(search->cluster, sums, SUMS, FEW_SUM);
    states[search->at->number] += sums[NEXTS];
    bool good = sums[UNSEEN] == 0 && sums[HITS] == hits && (search->is_midway || sums[NEXTS] == 0);
    for (unsigned i = 0; i < search->side_count; i++)
        good = good && sums[WIDTHS + i] == search->sides[i].width && sums[SEENS + i] == states[i];
    return good;
}

/* What the file itself says. false: see in->error, or memory was refused. */
static bool read_file(struct few_shared *search, struct few_in *in, struct few_progress *progress) {
    struct few_watch *watch = search->watch;
    struct few_keeper *keeper = watch->keeper;
    if (progress->stage != FEW_STAGE_SHARED) {
        in->failed = true;
        return few_fail(in->error, FEW_ERROR_INPUT, "%.120s was written by one process, and several cannot continue it: begin it without mpirun", in->path);
    }
    if (!few_part_files_read(in, &keeper->taken))
        return false;
    if (strcmp(keeper->path, in->path) == 0) /* these are replaced, then */
        keeper->parts = (struct few_part_files){.processes = keeper->taken.processes, .slot = keeper->taken.slot};
    if (few_in_number(in) != search->side_count || few_in_number(in) != search->tag_bits)
        return few_in_refuse(in);
    search->at = &search->sides[few_in_count(in, search->side_count - 1)];
    search->is_midway = few_in_count(in, 1);
    search->hits = few_in_number(in);
    for (unsigned i = 0; i < search->side_count && !in->failed; i++) {
        struct few_shared_side *side = &search->sides[i];
        const uint64_t layers = few_in_count(in, in->size / sizeof(uint64_t));
        for (uint64_t depth = 0; depth < layers && !in->failed; depth++) {
            side->width = few_in_number(in);
            side->depth = depth;
            watch->counts.remembered += side->width;
            if (!few_list_append(&side->widths, &side->width, 1) || !few_watch_layer(watch, i, depth, side->width))
                return false;
        }
        if (layers == 0)
            return few_in_refuse(in);
        watch->counts.frontier = watch->counts.frontiers[i] = side->width;
    }
    return few_in_is_done(in);
}

/* As if all of it had just been found. */
static void note_progress(struct few_shared *search, const struct few_progress *progress) {
    struct few_counts *counts = &search->watch->counts;
    search->watch->keeper->before = progress->seconds;
    counts->expanded += progress->expanded;
    counts->generated += progress->generated;
    counts->depth = search->sides[0].depth + search->sides[1].depth;
    search->settled = *counts;
    search->fresh = search->next.count;
    counts->remembered += search->fresh;
}

static enum few_end not_taken_up(const struct few_shared *search) {
    return search->watch->keeper->error.kind != FEW_ERROR_NONE ? FEW_CONTRADICTION : few_refused(search->watch);
}

enum few_end few_shared_take_up(struct few_shared *search, bool *taken_up) {
    struct few_keeper *keeper = search->watch->keeper;
    struct few_progress progress;
    *taken_up = false;
    if (!keeper || !keeper->from)
        return FEW_RUNNING;
    struct few_in *in = keeper->from;
    keeper->from = NULL;
    bool good = few_progress_read(in, &progress);
    const bool has_nothing = good && progress.stage == FEW_STAGE_NOTHING;
    good = good && (has_nothing ? few_in_is_done(in) : read_file(search, in, &progress));
    enum few_end end = (enum few_end)few_cluster_most(search->cluster, good ? FEW_RUNNING : not_taken_up(search));
    if (end != FEW_RUNNING || has_nothing)
        return end;
    struct reading reading = {.search = search};
    const uint64_t hits = search->hits;
    make_room(search);
    good = few_mail_init(&reading.mail, search->cluster, search->watch->memory, 1 + search->space->words, 1);
    end = (enum few_end)few_cluster_most(search->cluster, good ? FEW_RUNNING : few_refused(search->watch));
    if (end == FEW_RUNNING) {
        few_mail_begin(&reading.mail, take_kept, search);
        end = (enum few_end)few_mail_end(&reading.mail, read_parts(&reading, in));
    }
    few_mail_free(&reading.mail);
    if (end == FEW_RUNNING && !fits(search, hits))
        end = FEW_CONTRADICTION;
    if (end == FEW_CONTRADICTION && !few_cluster_most(search->cluster, keeper->error.kind != FEW_ERROR_NONE)) /* else one of them says it */
        few_in_refuse(in);
    *taken_up = end == FEW_RUNNING;
    if (*taken_up)
        note_progress(search, &progress);
    return end;
}
