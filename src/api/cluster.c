/* Processes that share a puzzle. */
#include "api/cluster.h"

#include "api/checkpoint.h"
#include "api/fingerprint.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct fewest_cluster {
    struct few_cluster inner;
};

bool fewest_cluster_is_started(void) {
    return few_cluster_is_started();
}

fewest_cluster *fewest_cluster_join(fewest_error *error) {
    struct few_error inner = {0};
    fewest_cluster *self = calloc(1, sizeof *self);
    if (!self)
        few_fail_memory(&inner);
    else if (few_cluster_join(&self->inner, &inner))
        return self;
    free(self);
    few_error_publish(&inner, error);
    return NULL;
}

void fewest_cluster_leave(fewest_cluster *self) {
    if (!self)
        return;
    few_cluster_leave(&self->inner);
    free(self);
}

unsigned fewest_cluster_number(const fewest_cluster *self) {
    return self ? self->inner.place.number : 0;
}

unsigned fewest_cluster_size(const fewest_cluster *self) {
    return self ? self->inner.place.size : 1;
}

void fewest_share(fewest_puzzle *puzzle, fewest_cluster *cluster) {
    puzzle->cluster = cluster && cluster->inner.place.size > 1 ? &cluster->inner : NULL;
}

/* "process 3 on node7: " in front of what is wrong there. */
static void name_process(unsigned number, char *text, size_t room) {
    enum { NAME_ROOM = 64, TEXT_ROOM = 1024 };
    char host[NAME_ROOM] = "", before[TEXT_ROOM];
    gethostname(host, sizeof host - 1);
    snprintf(before, sizeof before, "%s", text);
    if (snprintf(text, room, "process %u on %s: %s", number, host, before) >= (int)room)
        text[room - 1] = '\0';
}

bool fewest_cluster_agree(fewest_cluster *self, bool good, fewest_error *error) {
    fewest_error told = {0};
    if (!self)
        return good;
    const unsigned number = self->inner.place.number, first = few_cluster_first(&self->inner, !good);
    if (first == self->inner.place.size)
        return true;
    if (number == first && error) {
        told = *error;
        if (number != 0) {
            name_process(number, told.message, sizeof told.message);
            name_process(number, told.text, sizeof told.text);
        }
    }
    few_cluster_tell(&self->inner, first, &told, sizeof told);
    if (error)
        *error = told;
    return false;
}

bool fewest_cluster_is_same(fewest_cluster *self, uint64_t value) {
    return !self || few_cluster_most(&self->inner, value) == few_cluster_least(&self->inner, value);
}

bool few_agree(const fewest_puzzle *puzzle, bool good, struct few_error *error) {
    const struct few_cluster *cluster = puzzle->cluster;
    if (!cluster)
        return good;
    const unsigned number = cluster->place.number, first = few_cluster_first(cluster, !good);
    if (first == cluster->place.size)
        return true;
    if (number == first && number != 0)
        name_process(number, error->message, sizeof error->message);
    few_cluster_tell(cluster, first, error, sizeof *error);
    return false;
}

enum few_end few_agree_on_end(const fewest_puzzle *puzzle, enum few_end end) {
    return puzzle->cluster ? (enum few_end)few_cluster_most(puzzle->cluster, end) : end;
}

bool few_agree_on_puzzle(const fewest_puzzle *puzzle, const struct few_problem *problem, bool *same_ranks, struct few_error *error) {
    enum { RULES = 3, WORDS = 5 };
    const struct few_model *model = puzzle->model;
    struct few_digest_value rules = {{0}}, order = {{0}};
    bool good = true;
    if (model->space->keep->fingerprint) /* a space of the user's own has none */
        good = few_model_fingerprint(model, false, &rules, error) && few_model_fingerprint(model, true, &order, error);
    if (!few_agree(puzzle, good, error))
        return false;
    uint64_t ours[WORDS] = {rules.words[0], rules.words[1], few_digest_first(problem), order.words[0], order.words[1]}, most[WORDS], least[WORDS];
    for (unsigned i = 0; i < WORDS; i++) {
        most[i] = ours[i];
        least[i] = ~ours[i];
    }
    few_cluster_combine(puzzle->cluster, most, WORDS, FEW_MOST);
    few_cluster_combine(puzzle->cluster, least, WORDS, FEW_MOST);
    unsigned equal = 0;
    while (equal < WORDS && most[equal] == ~least[equal])
        equal++;
    *same_ranks = equal == WORDS;
    return equal >= RULES || few_fail(error, FEW_ERROR_INPUT, "the processes have different puzzles: is the file the same on all machines?");
}
