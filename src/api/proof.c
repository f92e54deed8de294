/* Proofs: every state that is nearer than what is claimed, listed by the first move that leads to it (docs/proofs.md). The
 * states are enumerated anew, by the moves of the space and nothing else: no lower bound, no symmetry, no table. */
#include <fewest/proof.h>

#include "api/exploration.h"
#include "api/proof_disk.h"
#include "api/proof_kind.h"
#include "spaces/forms.h"
#include "visited/nodes.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHECK_EVERY = 256, BUFFER = 1 << 16, FREE_BITS = 24 };
static const uint64_t nowhere = UINT64_MAX;

/* A state that waits to be expanded: the nearest first, and of these the one that was listed first. */
struct waiting {
    uint64_t distance, number;
    uint32_t node;
};

struct listing {
    struct few_memory memory;
    const struct few_space *space;
    struct few_watch *watch;
    fewest_proof *proof;
    struct few_disk *disk; /* where the states are listed; NULL: in memory */
    struct few_nodes nodes;
    struct few_list heap;   /* struct waiting */
    struct few_list listed; /* uint8_t, of each node: where costs differ, whether it is listed as yet */
    uint64_t bound;         /* farther states do not count; UINT64_MAX: all do */
    bool counts_moves;      /* whatever they cost */
    bool is_silent;         /* they are only counted */
    uint64_t number;        /* states listed so far */
    /* Room for the moves of one state. */
    uint64_t *made;
    struct few_step *steps;
    size_t room;
    /* What is written. */
    uint64_t digest, gap;
    bool is_half, is_broken;
    unsigned char last; /* its lower half is set */
    size_t buffered;
    unsigned char buffer[BUFFER];
};

/* ---- Writing */

static void flush(struct listing *self) {
    if (self->buffered && !self->is_broken)
        self->is_broken = !self->proof->write(self->proof->context, self->buffer, self->buffered);
    self->proof->bytes += self->buffered;
    self->buffered = 0;
}

static void put_byte(struct listing *self, unsigned char byte) {
    self->digest = (self->digest ^ byte) * UINT64_C(0x100000001b3);
    self->buffer[self->buffered++] = byte;
    if (self->buffered == BUFFER)
        flush(self);
}

static void put_text(struct listing *self, const char *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        put_byte(self, (unsigned char)text[i]);
}

static void put_line(struct listing *self, const char *text) {
    put_text(self, text, strlen(text));
}

static void put_block(struct listing *self, const char *word, const char *text, size_t length) {
    char line[64];
    snprintf(line, sizeof line, "%s %zu\n", word, length);
    put_line(self, line);
    put_text(self, text, length);
    put_line(self, "\n");
}

/* In halves of bytes, three bits each, the lowest first. */
static void put_number(struct listing *self, uint64_t number) {
    do {
        const unsigned half = (number & 7) | (number > 7 ? 8 : 0);
        if (self->is_half)
            put_byte(self, (unsigned char)(self->last | half << 4));
        self->last = (unsigned char)half;
        self->is_half = !self->is_half;
        number >>= 3;
    } while (number);
}

static void put_head(struct listing *self, const fewest_puzzle *puzzle) {
    static const char *const given[] = {"start", "goal"};
    self->digest = UINT64_C(0xcbf29ce484222325);
    put_line(self, "fewest proof 2\n");
    put_block(self, "puzzle", self->proof->text, self->proof->length);
    for (size_t i = 0; i < 2; i++)
        if (puzzle->given[i].is_given)
            put_block(self, given[i], puzzle->given[i].text, strlen(puzzle->given[i].text));
}

static void end_list(struct listing *self) {
    put_number(self, 0);
    if (self->is_half)
        put_byte(self, self->last);
    put_line(self, "\n");
}

static void put_end(struct listing *self) {
    char line[64];
    snprintf(line, sizeof line, "check %016" PRIx64 "\n", self->digest);
    put_line(self, line);
    flush(self);
}

/* ---- Enumerating */

static bool is_before(const struct waiting *a, const struct waiting *b) {
    return a->distance < b->distance || (a->distance == b->distance && a->number < b->number);
}

static bool push(struct listing *self, struct waiting added) {
    if (!few_list_append(&self->heap, &added, 1))
        return false;
    struct waiting *heap = self->heap.items;
    size_t at = self->heap.count - 1;
    for (; at > 0 && is_before(&added, &heap[(at - 1) / 2]); at = (at - 1) / 2)
        heap[at] = heap[(at - 1) / 2];
    heap[at] = added;
    return true;
}

static struct waiting pop(struct listing *self) {
    struct waiting *heap = self->heap.items;
    const size_t count = --self->heap.count;
    const struct waiting first = heap[0], last = heap[count];
    size_t at = 0;
    for (size_t next = 1; next < count; next = 2 * at + 1) {
        next += next + 1 < count && is_before(&heap[next + 1], &heap[next]);
        if (!is_before(&heap[next], &last))
            break;
        heap[at] = heap[next];
        at = next;
    }
    heap[at] = last;
    return first;
}

static int compare_steps(const void *x, const void *y) {
    const struct few_step *a = x, *b = y;
    return (a->move > b->move) - (a->move < b->move);
}

static const uint64_t *made_at(const struct listing *self, size_t i) {
    return self->made + (size_t)self->steps[i].source * self->space->words;
}

static uint64_t weight_of(const struct listing *self, uint32_t cost) {
    return self->counts_moves || cost == 0 ? 1 : (uint64_t)cost << FREE_BITS;
}

/* The successors in the order of moves; of several moves to one state the first of the cheapest counts. How many there are. */
static size_t expand(struct listing *self, const uint64_t *state) {
    const struct few_space *space = self->space;
    const size_t made = space->run->successors(space, state, 1, self->made, self->steps);
    size_t kept = 0;
    for (size_t i = 0; i < made; i++)
        self->steps[i].source = (uint32_t)i;
    qsort(self->steps, made, sizeof *self->steps, compare_steps);
    for (size_t i = 0; i < made; i++) {
        size_t j = 0;
        while (j < kept && memcmp(made_at(self, i), made_at(self, j), space->words * sizeof *self->made) != 0)
            j++;
        const struct few_step step = self->steps[i];
        if (j < kept && weight_of(self, step.cost) >= weight_of(self, self->steps[j].cost))
            continue;
        if (j < kept) {
            memmove(&self->steps[j], &self->steps[j + 1], (kept - j - 1) * sizeof step);
            kept--;
        }
        self->steps[kept++] = step;
    }
    self->watch->counts.expanded++;
    self->watch->counts.generated += kept;
    return kept;
}

/* Adds a state that waits, at that distance. */
static bool add(struct listing *self, const uint64_t *state, uint64_t distance) {
    bool fresh;
    const uint32_t node = few_nodes_add(&self->nodes, state, distance, &fresh);
    if (node == FEW_NO_NODE)
        return false;
    *few_node_distance(&self->nodes, node) = distance;
    self->watch->counts.remembered = self->nodes.states.count;
    return push(self, (struct waiting){distance, self->number++, node});
}

static enum few_end add_starts(struct listing *self, const struct few_model *model) {
    uint64_t *starts = NULL;
    size_t count = 0, room = 0;
    bool good = few_model_starts(model, &self->memory, &starts, &count, &room);
    self->number = 0;
    for (size_t i = 0; i < count && good; i++)
        if (few_nodes_find(&self->nodes, starts + i * self->space->words) == FEW_NO_NODE || self->listed.count)
            good = add(self, starts + i * self->space->words, 0);
    few_free(&self->memory, starts, room * self->space->words * sizeof *starts);
    return good ? FEW_RUNNING : few_refused(self->watch);
}

static enum few_end look(struct listing *self, struct waiting at) {
    self->watch->counts.depth = self->counts_moves ? at.distance : at.distance >> FREE_BITS;
    self->watch->counts.frontier = self->heap.count;
    return self->watch->counts.expanded % CHECK_EVERY ? FEW_RUNNING : few_watch_check(self->watch);
}

/* Where costs differ, a state may be met before the cheapest way to it is: first all distances are found. */
static enum few_end find_distances(struct listing *self, const struct few_model *model) {
    enum few_end end = add_starts(self, model);
    while (end == FEW_RUNNING && self->heap.count) {
        const struct waiting at = pop(self);
        if (at.distance > *few_node_distance(&self->nodes, at.node))
            continue;
        const size_t count = expand(self, few_node_state(&self->nodes, at.node));
        end = look(self, at);
        for (size_t i = 0; i < count && end == FEW_RUNNING; i++) {
            const uint64_t distance = at.distance + weight_of(self, self->steps[i].cost);
            const uint32_t known = few_nodes_find(&self->nodes, made_at(self, i));
            if (distance < self->bound && (known == FEW_NO_NODE || *few_node_distance(&self->nodes, known) > distance) &&
                !add(self, made_at(self, i), distance))
                end = few_refused(self->watch);
        }
    }
    if (end == FEW_RUNNING && !few_list_reserve(&self->listed, self->nodes.states.count))
        end = few_refused(self->watch);
    if (end == FEW_RUNNING) {
        self->listed.count = self->nodes.states.count;
        memset(self->listed.items, 0, self->listed.count);
    }
    return end;
}

/* Whether the state is to be listed where it is met now, and if so, that it is. */
static bool lists(struct listing *self, size_t i, uint64_t distance, bool *good) {
    const uint32_t known = few_nodes_find(&self->nodes, made_at(self, i));
    if (!self->listed.count) {
        if (known == FEW_NO_NODE)
            *good = add(self, made_at(self, i), distance);
        return known == FEW_NO_NODE;
    }
    uint8_t *listed = few_list_at(&self->listed, known);
    if (*listed || *few_node_distance(&self->nodes, known) != distance)
        return false;
    *listed = 1;
    *good = push(self, (struct waiting){distance, self->number++, known});
    return true;
}

static enum few_end list_states(struct listing *self, const struct few_model *model) {
    enum few_end end = add_starts(self, model);
    for (size_t i = 0; self->listed.count && i < self->heap.count; i++)
        *(uint8_t *)few_list_at(&self->listed, ((struct waiting *)self->heap.items)[i].node) = 1;
    while (end == FEW_RUNNING && self->heap.count && !self->is_broken) {
        const struct waiting at = pop(self);
        const size_t count = expand(self, few_node_state(&self->nodes, at.node));
        bool good = true;
        end = look(self, at);
        for (size_t i = 0; i < count && good; i++) {
            const uint64_t distance = at.distance + weight_of(self, self->steps[i].cost);
            if (distance >= self->bound)
                continue;
            self->gap++;
            if (!lists(self, i, distance, &good))
                continue;
            if (!self->is_silent)
                put_number(self, self->gap);
            self->gap = 0;
        }
        if (!good)
            end = few_refused(self->watch);
    }
    return end;
}

/* ---- The same on disk */

static size_t expand_there(void *context, const uint64_t *state) {
    return expand(context, state);
}

static const uint64_t *successor_there(void *context, size_t i) {
    return made_at(context, i);
}

static bool list_there(void *context, uint64_t gap) {
    struct listing *self = context;
    put_number(self, gap);
    return !self->is_broken;
}

static enum few_end list_on_disk(struct listing *self, const struct few_model *model) {
    const uint64_t weight = weight_of(self, 1);
    struct few_proof_walk walk = {.space = self->space, .memory = &self->memory, .watch = self->watch, .disk = self->disk,
                                  .depth = self->bound / weight + (self->bound % weight > 0), .expand = expand_there, .successor = successor_there,
                                  .list = list_there, .context = self};
    uint64_t *starts = NULL;
    size_t count = 0, room = 0;
    const bool good = few_model_starts(model, &self->memory, &starts, &count, &room);
    const enum few_end end = good ? few_proof_walk(&walk, starts, count) : few_refused(self->watch);
    few_free(&self->memory, starts, room * self->space->words * sizeof *starts);
    self->number = walk.listed;
    return end;
}

static enum few_end write_states(struct listing *self, const struct few_model *model) {
    const struct few_space *space = self->space;
    self->room = space->max_successors ? space->max_successors : 1;
    few_list_init(&self->heap, &self->memory, sizeof(struct waiting));
    few_list_init(&self->listed, &self->memory, sizeof(uint8_t));
    self->made = few_alloc(&self->memory, few_array_size(self->room, space->words * sizeof *self->made));
    self->steps = few_alloc(&self->memory, few_array_size(self->room, sizeof *self->steps));
    enum few_end end = few_nodes_init(&self->nodes, &self->memory, space->words) && self->made && self->steps ? FEW_RUNNING : few_refused(self->watch);
    if (end == FEW_RUNNING && self->disk) {
        end = list_on_disk(self, model);
    } else if (end == FEW_RUNNING) {
        if (!self->counts_moves && !few_costs_are_equal(space))
            end = find_distances(self, model);
        if (end == FEW_RUNNING)
            end = list_states(self, model);
    }
    if (end == FEW_RUNNING && !self->is_silent)
        end_list(self);
    self->proof->states = self->number;
    return end;
}

static void release(struct listing *self) {
    if (self->made)
        few_free(&self->memory, self->made, self->room * self->space->words * sizeof *self->made);
    if (self->steps)
        few_free(&self->memory, self->steps, self->room * sizeof *self->steps);
    if (self->nodes.memory)
        few_nodes_free(&self->nodes);
    few_list_free(&self->heap);
    few_list_free(&self->listed);
    free(self);
}

/* ---- Claims */

/* How many moves of the solution cost nothing. False: no memory. */
static bool count_free(const fewest_answer *answer, uint64_t *count, struct few_error *error) {
    const struct few_space *space = answer->model->space;
    const size_t room = space->max_successors ? space->max_successors : 1, bytes = space->words * sizeof(uint64_t);
    *count = 0;
    if (!space->has_free)
        return true;
    uint64_t *made = calloc(room, bytes);
    struct few_step *steps = calloc(room, sizeof *steps);
    for (size_t i = 0; made && steps && i < fewest_answer_length(answer); i++) {
        const size_t found = space->run->successors(space, few_answer_words(answer, 0, i), 1, made, steps);
        uint32_t least = UINT32_MAX;
        for (size_t j = 0; j < found; j++)
            if (memcmp(made + j * space->words, few_answer_words(answer, 0, i + 1), bytes) == 0 && steps[j].cost < least)
                least = steps[j].cost;
        *count += least == 0;
    }
    const bool good = made && steps;
    free(made);
    free(steps);
    return good || few_fail_memory(error);
}

/* Of the forms that are not in the puzzle language, the verifier reads this one. */
static bool is_matrix(const char *text, size_t length) {
    size_t at = length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    while (at < length && strchr(" \t\r\n", text[at]))
        at++;
    return at < length && (text[at] == '0' || text[at] == '1');
}

static bool is_fit(const fewest_puzzle *puzzle, const fewest_proof *proof, struct few_error *error) {
    if (!proof || proof->size != sizeof *proof || !proof->text || !proof->write)
        return few_fail(error, FEW_ERROR_INPUT, "a fewest_proof needs its size, a text and a function to write with");
    if (!puzzle->rules)
        return few_fail(error, FEW_ERROR_INPUT, "there is no proof for a space of functions: it has no text that could be read again");
    if (!few_text_is_rules(proof->text, proof->length) && !is_matrix(proof->text, proof->length))
        return few_fail(error, FEW_ERROR_INPUT, "a maze that is a map has no proof: write it in the puzzle language");
    for (size_t i = 0; i < 2; i++)
        if (puzzle->given[i].is_given && strspn(puzzle->given[i].text, "0123456789, ") == strlen(puzzle->given[i].text) && strchr(puzzle->given[i].text, ','))
            return few_fail(error, FEW_ERROR_INPUT, "a proof holds a START or a goal as a drawing, not as ROW,COLUMN");
    return true;
}

/* What is claimed, and how it is proved. */
struct claim {
    const char *line;
    struct few_proof_choice how;
    uint64_t bound, depth; /* of the states that are enumerated */
    bool counts_moves;
};

static bool prove(fewest_puzzle *puzzle, fewest_proof *proof, const struct claim *claim, struct few_error *error) {
    static const char *const kinds[] = {[FEW_PROOF_LIST] = "by list\n", [FEW_PROOF_ENDS] = "by ends\n", [FEW_PROOF_PARITY] = "by parity\n",
                                       [FEW_PROOF_BOUND] = "by bound\n", [FEW_PROOF_DEPTH] = "by depth\n"};
    const enum few_proof_kind kind = claim->how.kind;
    fewest_limits limits;
    if (!few_limits_read(&proof->limits, &limits, error))
        return false;
    limits.depth = UINT64_MAX;
    if (!few_puzzle_prepare_to_explore(puzzle, claim->depth, &limits, error))
        return false;
    struct few_run run;
    struct listing *self = calloc(1, sizeof *self);
    if (!self)
        return few_fail_memory(error);
    few_run_init(&run, puzzle, &limits, "proof");
    few_run_begin(&run, &self->memory, 0);
    proof->states = proof->bytes = 0;
    self->space = puzzle->model->space;
    self->watch = &run.watch;
    self->proof = proof;
    self->bound = claim->bound;
    self->counts_moves = claim->counts_moves;
    self->is_silent = kind != FEW_PROOF_LIST;
    struct few_disk disk;
    const bool on_disk = proof->disk && kind == FEW_PROOF_LIST && (claim->counts_moves || few_costs_are_equal(self->space));
    const bool is_open = on_disk && few_disk_open(&disk, proof->disk, proof->disk_limit, NULL, &self->memory);
    self->disk = is_open ? &disk : NULL;
    put_head(self, puzzle);
    put_line(self, claim->line);
    put_line(self, kinds[kind]);
    put_line(self, claim->how.tables);
    proof->states = claim->how.states;
    enum few_end end = on_disk && !is_open ? FEW_NO_DISK : FEW_RUNNING;
    if (end == FEW_RUNNING && (kind == FEW_PROOF_LIST || kind == FEW_PROOF_ENDS))
        end = write_states(self, puzzle->model);
    if (end == FEW_RUNNING)
        put_end(self);
    const bool is_broken = self->is_broken;
    if (end == FEW_NO_DISK)
        *error = disk.error;
    if (on_disk)
        few_disk_close(&disk);
    release(self);
    if (end == FEW_NO_DISK)
        return false;
    if (is_broken)
        return few_fail(error, FEW_ERROR_SYSTEM, "the proof cannot be written");
    return few_run_explain(end, "to list the states of the proof", error);
}

bool fewest_prove_answer(fewest_puzzle *puzzle, const fewest_answer *answer, fewest_proof *proof, fewest_error *error) {
    struct few_error inner = {0};
    const bool solved = answer->status == FEWEST_SOLVED, has_within = answer->has_within;
    char line[96] = "claim unsolvable\n";
    uint64_t bound = nowhere, free_moves = 0;
    bool good = is_fit(puzzle, proof, &inner) && (!solved || count_free(answer, &free_moves, &inner));
    if (good && !solved && answer->status != FEWEST_UNSOLVABLE)
        good = few_fail(&inner, FEW_ERROR_INPUT, "there is no answer to prove");
    if (good && solved) {
        snprintf(line, sizeof line, "claim solved %" PRIu64 " %" PRIu64 "\n", answer->solutions.cost, free_moves);
        bound = answer->solutions.cost << FREE_BITS | free_moves;
        if (answer->solutions.cost >> 39 || free_moves >> FREE_BITS)
            good = few_fail(&inner, FEW_ERROR_INPUT, "the solution costs too much for a proof");
    } else if (good && has_within) {
        bound = answer->within >= UINT64_C(1) << 38 ? nowhere : (answer->within + 1) << FREE_BITS;
    }
    struct claim claim = {.line = line};
    good = good && (proof->lists_states || few_proof_choose(answer, &claim.how, &inner));
    if (claim.how.kind == FEW_PROOF_ENDS) /* whether there is room for half the way; the other half is from the goal */
        bound = (answer->solutions.cost / 2 + 1) << FREE_BITS;
    claim.bound = bound;
    claim.depth = bound == nowhere ? nowhere : bound >> FREE_BITS;
    good = good && prove(puzzle, proof, &claim, &inner);
    if (!good)
        few_error_publish(&inner, error);
    return good;
}

bool fewest_prove_exploration(fewest_puzzle *puzzle, const fewest_exploration *exploration, fewest_proof *proof, fewest_error *error) {
    struct few_error inner = {0};
    bool good = is_fit(puzzle, proof, &inner);
    if (good && exploration->options.from_goal)
        good = few_fail(&inner, FEW_ERROR_INPUT, "an exploration from the goal has no proof: only one from the start has");
    if (good && exploration->status != FEWEST_SOLVED)
        good = few_fail(&inner, FEW_ERROR_INPUT, "only a whole space has a proof, and this one was not explored to its end");
    const size_t layers = fewest_exploration_layers(exploration), room = layers * 21 + 32;
    char *claim = good ? malloc(room) : NULL;
    size_t length = claim ? (size_t)snprintf(claim, room, "claim explored") : 0;
    for (size_t i = 0; claim && i < layers; i++)
        length += (size_t)snprintf(claim + length, room - length, " %" PRIu64, fewest_exploration_layer(exploration, i));
    if (claim)
        snprintf(claim + length, room - length, "\n");
    if (claim)
        good = prove(puzzle, proof, &(struct claim){.line = claim, .bound = nowhere, .depth = nowhere, .counts_moves = true}, &inner);
    else if (good)
        good = few_fail_memory(&inner);
    free(claim);
    if (!good)
        few_error_publish(&inner, error);
    return good;
}
