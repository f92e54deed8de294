/* Items for other processes, in letters (team/cluster.h). */
#include "team/cluster.h"

#include <string.h>

enum {
    LETTER_BYTES = 1 << 20,  /* the most: large enough that a network is used well */
    LEAST_BYTES = 4 << 10,
    MEMORY_SHARE = 16,       /* of what is left, for all letters */
};

static size_t letter_words(const struct few_mail *mail) {
    return 1 + mail->room * mail->item;
}

bool few_mail_init(struct few_mail *mail, const struct few_cluster *cluster, struct few_memory *memory, size_t words, size_t least) {
    const unsigned size = cluster->place.size;
    size_t bytes = few_memory_left(memory) / MEMORY_SHARE / (2 * size + 1);
    bytes = (size_t)few_cluster_least(cluster, bytes); /* a letter must fit where it comes to */
    bytes = bytes > LETTER_BYTES ? LETTER_BYTES : bytes < LEAST_BYTES ? LEAST_BYTES : bytes;
    *mail = (struct few_mail){.cluster = cluster, .memory = memory, .item = words, .room = bytes / (words * sizeof(uint64_t)) + 1};
    if (mail->room < least)
        mail->room = least;
    mail->letters = few_alloc_zeroed(memory, (size_t)2 * size * sizeof *mail->letters);
    mail->filled = few_alloc_zeroed(memory, size);
    mail->ends = few_alloc_zeroed(memory, size * sizeof *mail->ends);
    mail->come = few_alloc(memory, letter_words(mail) * sizeof *mail->come);
    bool good = mail->letters && mail->filled && mail->ends && mail->come;
    for (unsigned i = 0; i < 2 * size && good; i++) {
        if (i / 2 == cluster->place.number)
            continue;
        mail->letters[i].words = few_alloc(memory, letter_words(mail) * sizeof *mail->letters[i].words);
        good = mail->letters[i].words;
    }
    return good;
}

void few_mail_free(struct few_mail *mail) {
    const unsigned size = mail->cluster ? mail->cluster->place.size : 0;
    for (unsigned i = 0; i < 2 * size && mail->letters; i++)
        if (mail->letters[i].words)
            few_free(mail->memory, mail->letters[i].words, letter_words(mail) * sizeof *mail->letters[i].words);
    if (size == 0)
        return;
    few_free(mail->memory, mail->letters, (size_t)2 * size * sizeof *mail->letters);
    few_free(mail->memory, mail->filled, size);
    few_free(mail->memory, mail->ends, size * sizeof *mail->ends);
    few_free(mail->memory, mail->come, letter_words(mail) * sizeof *mail->come);
    mail->letters = NULL;
}

void few_mail_begin(struct few_mail *mail, few_take_mail *take, void *context) {
    mail->open = mail->cluster->place.size - 1;
    mail->verdict = 0;
    mail->failed = false;
    mail->take = take;
    mail->context = context;
}

static void judge(struct few_mail *mail, uint64_t verdict) {
    if (verdict > mail->verdict)
        mail->verdict = verdict;
}

/* false: nothing has come. */
static bool take_letter(struct few_mail *mail) {
    const struct few_cluster *cluster = mail->cluster;
    size_t bytes;
    if (mail->open == 0 || !cluster->module->receive(cluster->self, mail->come, letter_words(mail) * sizeof *mail->come, &bytes))
        return false;
    const size_t count = (bytes / sizeof *mail->come - 1) / mail->item;
    if (mail->come[0] > 0) {
        mail->open--;
        judge(mail, mail->come[0] - 1);
    }
    if (count && !mail->failed) {
        const uint64_t verdict = mail->take(mail->context, mail->come + 1, count);
        mail->failed = verdict;
        judge(mail, verdict);
    }
    return true;
}

void few_mail_look(struct few_mail *mail) {
    while (take_letter(mail)) {
    }
}

/* Until the letter in that slot is gone; what comes meanwhile is taken, so that no two processes wait for each other. */
static void await_slot(struct few_mail *mail, unsigned to, unsigned slot) {
    const struct few_cluster *cluster = mail->cluster;
    unsigned looks = 0;
    while (!cluster->module->is_sent(cluster->self, to, slot))
        if (!take_letter(mail))
            few_rest(&looks);
}

static void send(struct few_mail *mail, unsigned to, uint64_t head) {
    const struct few_cluster *cluster = mail->cluster;
    const unsigned slot = mail->filled[to];
    struct few_letter *letter = &mail->letters[2 * to + slot];
    const size_t bytes = (1 + letter->count * mail->item) * sizeof *letter->words;
    letter->words[0] = head;
    cluster->module->send(cluster->self, to, slot, letter->words, bytes);
    mail->sent += bytes;
    mail->filled[to] = !slot;
    await_slot(mail, to, !slot);
    mail->letters[2 * to + !slot].count = 0;
}

void few_mail_put(struct few_mail *mail, unsigned to, const uint64_t *item) {
    struct few_letter *letter = &mail->letters[2 * to + mail->filled[to]];
    memcpy(letter->words + 1 + letter->count * mail->item, item, mail->item * sizeof *item);
    if (++letter->count == mail->room)
        send(mail, to, 0);
}

void few_mail_put_some(struct few_mail *mail, unsigned to, const uint64_t *items, size_t count) {
    if (mail->letters[2 * to + mail->filled[to]].count + count > mail->room)
        send(mail, to, 0);
    struct few_letter *letter = &mail->letters[2 * to + mail->filled[to]];
    memcpy(letter->words + 1 + letter->count * mail->item, items, count * mail->item * sizeof *items);
    letter->count += count;
    if (letter->count == mail->room)
        send(mail, to, 0);
}

/* No branch depends on whose an item is: that would be guessed wrong half of the time. */
static inline void deal(uint64_t **ends, const uint64_t *items, const uint32_t *owners, size_t count, size_t words) {
    for (size_t i = 0; i < count; i++, items += words) {
        uint64_t *to = ends[owners[i]];
        for (size_t w = 0; w < words; w++)
            to[w] = items[w];
        ends[owners[i]] = to + words;
    }
}

/* Of two processes each item is written for both, and only one of the ends goes on: no item waits for what the one before has
 * stored. On the pocket cube by hash the whole exploration takes a twentieth less time. */
static inline void deal_in_two(uint64_t **ends, unsigned self, const uint64_t *items, const uint32_t *owners, size_t count) {
    uint64_t *ours = ends[self], *others = ends[!self];
    for (size_t i = 0; i < count; i++) {
        const uint64_t item = items[i];
        const bool is_ours = owners[i] == self;
        *ours = *others = item;
        ours += is_ours;
        others += !is_ours;
    }
    ends[self] = ours;
    ends[!self] = others;
}

size_t few_mail_deal(struct few_mail *mail, uint64_t *items, const uint32_t *owners, size_t count) {
    const struct few_cluster_place place = mail->cluster->place;
    mail->ends[place.number] = items;
    for (size_t done = 0, some; done < count; done += some) {
        some = count - done < FEW_DEALT ? count - done : FEW_DEALT;
        for (unsigned to = 0; to < place.size; to++) {
            if (to == place.number)
                continue;
            if (mail->letters[2 * to + mail->filled[to]].count + some > mail->room)
                send(mail, to, 0);
            const struct few_letter *letter = &mail->letters[2 * to + mail->filled[to]];
            mail->ends[to] = letter->words + 1 + letter->count * mail->item;
        }
        if (mail->item == 1 && place.size == 2)
            deal_in_two(mail->ends, place.number, items + done, owners + done, some);
        else if (mail->item == 1)
            deal(mail->ends, items + done, owners + done, some, 1);
        else
            deal(mail->ends, items + done * mail->item, owners + done, some, mail->item);
        for (unsigned to = 0; to < place.size; to++) {
            struct few_letter *letter = &mail->letters[2 * to + mail->filled[to]];
            if (to != place.number)
                letter->count = (size_t)(mail->ends[to] - letter->words - 1) / mail->item;
        }
    }
    return (size_t)(mail->ends[place.number] - items) / mail->item;
}

uint64_t few_mail_end(struct few_mail *mail, uint64_t verdict) {
    const struct few_cluster_place place = mail->cluster->place;
    judge(mail, verdict);
    for (unsigned i = 1; i < place.size; i++)
        send(mail, (place.number + i) % place.size, 1 + mail->verdict);
    unsigned looks = 0;
    while (mail->open)
        if (take_letter(mail))
            looks = 0;
        else
            few_rest(&looks);
    for (unsigned to = 0; to < place.size; to++)
        for (unsigned slot = 0; slot < 2 && to != place.number; slot++)
            await_slot(mail, to, slot);
    /* Only now, when none has anything to send any more, may the next round begin; and some may have failed since. */
    return few_cluster_most(mail->cluster, mail->verdict);
}
