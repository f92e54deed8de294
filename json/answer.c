/* Solutions and statistics. */
#include "json/answer.h"

static bool write_texts(struct json *json, const fewest_answer *answer, size_t solution, size_t count,
                        const char *text_of(const fewest_answer *, size_t, size_t)) {
    json_begin(json, '[');
    for (size_t step = 0; step < count; step++) {
        const char *text = text_of(answer, solution, step);
        if (!text)
            return false;
        json_text(json, text);
    }
    json_end(json, ']');
    return true;
}

bool json_moves(struct json *json, const fewest_answer *answer, size_t solution) {
    return write_texts(json, answer, solution, fewest_answer_solution_length(answer, solution), fewest_answer_move);
}

bool json_states(struct json *json, const fewest_answer *answer, size_t solution) {
    return write_texts(json, answer, solution, fewest_answer_solution_length(answer, solution) + 1, fewest_answer_state);
}

bool json_shortest(struct json *json, const fewest_answer *answer) {
    json_key(json, "length");
    json_count(json, fewest_answer_length(answer));
    json_key(json, "cost");
    json_count(json, fewest_answer_cost(answer));
    json_key(json, "moves");
    return json_moves(json, answer, 0);
}

void json_within(struct json *json, const fewest_answer *answer) {
    const uint64_t within = fewest_answer_within(answer);
    if (fewest_answer_status(answer) != FEWEST_UNSOLVABLE || within == UINT64_MAX)
        return;
    json_key(json, "within");
    json_count(json, within);
}

/* How the columns of FEWEST_STATISTICS are written. */
#define NOTHING(json, key, value) (void)(value)
#define TEXT(json, key, value) (json_key(json, key), json_text(json, value))
#define COUNT(json, key, value) (json_key(json, key), json_count(json, value))
#define SECONDS(json, key, value) (json_key(json, key), json_seconds(json, value))

void json_statistics(struct json *json, const fewest_statistics *statistics) {
#define WRITE(in_answer, in_progress, type, name, meaning) in_answer(json, #name, statistics->name);
    FEWEST_STATISTICS(WRITE)
#undef WRITE
}

void json_progress(struct json *json, const fewest_statistics *so_far) {
#define WRITE(in_answer, in_progress, type, name, meaning) in_progress(json, #name, so_far->name);
    FEWEST_STATISTICS(WRITE)
#undef WRITE
}
