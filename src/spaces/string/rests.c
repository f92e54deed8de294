/* Moves that take the rest of the string, on plain characters: how long the rest is differs from place to place, so that they
 * are not packed. */
#include "spaces/string/rests.h"

#include <string.h>

static bool make_rest(struct few_string_space *space, const struct few_string_rule *rule, struct few_error *error) {
    const size_t size = sizeof(few_code);
    few_code *left = few_arena_alloc(&space->arena, rule->left_length * size);
    few_code *right = few_arena_alloc(&space->arena, (rule->right_length + (size_t)1) * size);
    if (!left || !right)
        return few_fail_memory(error);
    memcpy(left, rule->left, rule->left_length * size);
    memcpy(right, rule->right, rule->right_length * size);
    space->loses_rest = space->loses_rest || rule->copies == 0;
    space->rests[space->rest_count++] = (struct few_string_rest){
        .left = left,
        .right = right,
        .left_length = rule->left_length,
        .right_length = rule->right_length,
        .copies = rule->copies,
        .move = space->statement_moves[rule->statement] + rule->choice,
        .choices = space->statement_choices[rule->statement],
        .cost = rule->cost,
        .at_begin = rule->ends.begin,
    };
    return true;
}

bool few_string_make_rests(struct few_string_space *space, const struct few_string_rules *list, struct few_error *error) {
    size_t count = 0;
    for (uint32_t i = 0; i < list->count; i++)
        count += list->rules[i].has_rest;
    space->rests = few_arena_alloc(&space->arena, few_array_size(count + 1, sizeof *space->rests));
    if (!space->rests)
        return few_fail_memory(error);
    for (uint32_t i = 0; i < list->count; i++)
        if (list->rules[i].has_rest && !make_rest(space, &list->rules[i], error))
            return false;
    return true;
}

/* The longest string of a state that there can be: a character has at least one bit. */
enum { MOST_CHARACTERS = FEW_MAX_WORDS * 64 };

static bool fits(const uint16_t *there, size_t length, const few_code *side, size_t side_length) {
    return length >= side_length && memcmp(there, side, side_length * sizeof *side) == 0;
}

/* The string that the rule makes at this place; false: none, or the same again. */
static bool go_forward(const struct few_string_space *space, const struct few_string_rest *rule, const uint16_t *string, size_t length,
                       size_t place, uint16_t *result, size_t *result_length) {
    if (!fits(string + place, length - place, rule->left, rule->left_length))
        return false;
    const uint16_t *rest = string + place + rule->left_length;
    const size_t rest_length = length - place - rule->left_length;
    const uint64_t total = place + (uint64_t)(rule->right_length - rule->copies) + (uint64_t)rule->copies * rest_length;
    if (total > space->longest)
        return false;
    memcpy(result, string, place * sizeof *result);
    size_t at = place;
    for (uint32_t i = 0; i < rule->right_length; i++) {
        if (rule->right[i] == FEW_REST) {
            memcpy(result + at, rest, rest_length * sizeof *result);
            at += rest_length;
        } else {
            result[at++] = rule->right[i];
        }
    }
    *result_length = at;
    return at != length || memcmp(result, string, at * sizeof *result) != 0;
}

/* Whether the right side with a rest of this length is what stands there; where the rest is, then. */
static bool is_made(const struct few_string_rest *rule, const uint16_t *there, size_t rest_length, const uint16_t **rest) {
    *rest = NULL;
    for (uint32_t i = 0; i < rule->right_length; i++) {
        if (rule->right[i] != FEW_REST) {
            if (*there++ != rule->right[i])
                return false;
            continue;
        }
        if (*rest && memcmp(*rest, there, rest_length * sizeof *there) != 0)
            return false;
        *rest = there;
        there += rest_length;
    }
    return true;
}

/* The string from which the rule makes this one at this place. All that stands from there on was made, so that the length of the
 * rest is known. */
static bool go_backward(const struct few_string_space *space, const struct few_string_rest *rule, const uint16_t *string, size_t length,
                        size_t place, uint16_t *result, size_t *result_length) {
    const size_t made = length - place, fixed = rule->right_length - rule->copies;
    if (rule->copies == 0 || made < fixed || (made - fixed) % rule->copies != 0)
        return false;
    const size_t rest_length = (made - fixed) / rule->copies;
    const uint16_t *rest;
    *result_length = place + rule->left_length + rest_length;
    if (*result_length > space->longest || !is_made(rule, string + place, rest_length, &rest) || !rest)
        return false;
    memcpy(result, string, place * sizeof *result);
    memcpy(result + place, rule->left, rule->left_length * sizeof *result);
    memcpy(result + place + rule->left_length, rest, rest_length * sizeof *result);
    return *result_length != length || memcmp(result, string, length * sizeof *result) != 0;
}

size_t few_string_expand_rests(const struct few_string_space *space, bool backward, const uint64_t *state, uint32_t source,
                               uint64_t *next, struct few_step *steps, size_t found) {
    uint16_t string[MOST_CHARACTERS], result[MOST_CHARACTERS];
    size_t length, result_length = 0;
    few_string_read(&space->space, state, string, &length);
    for (const struct few_string_rest *rule = space->rests; rule < space->rests + space->rest_count; rule++)
        for (size_t place = 0; place <= length && (place == 0 || !rule->at_begin); place++) {
            if (!(backward ? go_backward : go_forward)(space, rule, string, length, place, result, &result_length))
                continue;
            few_string_write(&space->space, result, result_length, next + found * space->space.words);
            if (steps)
                steps[found] = (struct few_step){source, rule->move + (uint32_t)place * rule->choices, rule->cost};
            found++;
        }
    return found;
}
