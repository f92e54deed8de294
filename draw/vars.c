/* Values beside the board: as bars in vessels, as tokens on banks, or as words. */
#include "draw/forms.h"

#include <fewest/pictures.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NO_PIECE = 0xffff };

/* The text of a value; `any` where a start leaves it open. */
static const char *value_text(const struct draw_plan *plan, uint16_t value) {
    return value == NO_PIECE ? "any" : plan->pieces[value].text;
}

static uint16_t value_of(const struct draw_state *state, size_t var) {
    return state->values[state->plan->cells + var];
}

static bool changed(const struct draw_state *state, size_t var) {
    return draw_cell_changed(state->track, state->values, state->plan->cells + var);
}

static const char *palette(size_t index, char tone[DRAW_TONE]) {
    snprintf(tone, DRAW_TONE, "%zu", index % 10);
    return tone;
}

/* ---- Bars: a vessel as high as the greatest value, filled up to the present one; what is no number is a list of words */

static double greatest(const struct draw_plan *plan, size_t var) {
    const fewest_var of = fewest_var_at(plan->puzzle, var);
    double most = 1;
    for (size_t i = 0; i < of.count; i++)
        most = fmax(most, strtod(plan->pieces[of.values[i]].text, NULL));
    return most;
}

static void draw_bar(struct draw_scene *scene, const struct draw_state *state, size_t var, double x, double y,
                     double height, double scale) {
    const struct draw_plan *plan = state->plan;
    const char *text = value_text(plan, value_of(state, var));
    const double most = greatest(plan, var), amount = fmax(0, fmin(most, strtod(text, NULL)));
    const double top = y + height - most * scale, level = amount * (scale - 0.12 / most); /* a little room at both ends */
    char key[DRAW_KEY];
    snprintf(key, sizeof key, "vessel-%zu", var);
    draw_add_rect(scene, x, top, 1.2, most * scale, 0.12, "cell", key);
    snprintf(key, sizeof key, "bar-%zu", var);
    draw_add_rect(scene, x + 0.08, y + height - level - 0.06 * (level > 0), 1.04, level, 0.08, "0", key);
    for (double tick = 1; tick < most && most <= 20; tick++) {
        snprintf(key, sizeof key, "tick-%zu-%.0f", var, tick);
        const double at = y + height - tick * scale;
        draw_add_line(scene, x, at, x + 0.2, at, "line", key);
    }
    snprintf(key, sizeof key, "value-%zu", var);
    draw_add_text(scene, x + 0.6, y + height + 0.42, 1.2, 0.5, text, "ink", key);
    if (!changed(state, var))
        return;
    snprintf(key, sizeof key, "mark-%zu", var);
    draw_add_rect(scene, x, top, 1.2, most * scale, 0.12, "mark", key);
}

static bool is_counted(const struct draw_plan *plan, size_t var) {
    const fewest_var of = fewest_var_at(plan->puzzle, var);
    for (size_t i = 0; i < of.count; i++) {
        const char *text = plan->pieces[of.values[i]].text;
        if (text[strspn(text, "-0123456789")] != '\0')
            return false;
    }
    return true;
}

/* Beside bars: what is no number is one of its words, below each other. */
static void draw_words(struct draw_scene *scene, const struct draw_state *state, size_t var, double x, double y, double height) {
    const struct draw_plan *plan = state->plan;
    const fewest_var of = fewest_var_at(plan->puzzle, var);
    const double each = fmin(0.7, height / (double)of.count), top = y + height - each * (double)of.count;
    char key[DRAW_KEY];
    for (size_t i = 0; i < of.count; i++) {
        const bool is_it = of.values[i] == value_of(state, var);
        snprintf(key, sizeof key, "word-%zu-%zu", var, i);
        struct draw_shape *shape = draw_add_rect(scene, x, top + each * (double)i + 0.03, 1.2, each - 0.06, 0.12, is_it ? "1" : "cell", key);
        draw_label(scene, shape, plan->pieces[of.values[i]].text);
        if (!is_it || !changed(state, var))
            continue;
        snprintf(key, sizeof key, "mark-%zu", var);
        draw_add_rect(scene, x, top + each * (double)i + 0.03, 1.2, each - 0.06, 0.12, "mark", key);
    }
}

/* From one bar to the next: so far that names of some length can be read. */
static double bar_pitch(const struct draw_plan *plan) {
    size_t longest = 0;
    for (size_t var = 0; var < plan->parts.vars; var++) {
        const size_t length = strlen(fewest_var_at(plan->puzzle, var).name);
        longest = length > longest ? length : longest;
    }
    return fmin(2.4, fmax(1.6, 0.18 * (double)longest));
}

static void draw_bars(struct draw_scene *scene, const struct draw_state *state) {
    const size_t count = state->plan->parts.vars;
    const double top = scene->height + 0.2, height = 3;
    double most = 1;
    for (size_t var = 0; var < count; var++)
        most = fmax(most, greatest(state->plan, var));
    const double pitch = bar_pitch(state->plan);
    for (size_t var = 0; var < count; var++) {
        const double middle = 0.1 + pitch * ((double)var + 0.5);
        char key[DRAW_KEY];
        if (is_counted(state->plan, var))
            draw_bar(scene, state, var, middle - 0.6, top, height, height / most);
        else
            draw_words(scene, state, var, middle - 0.6, top, height);
        snprintf(key, sizeof key, "name-%zu", var);
        draw_add_text(scene, middle, top + height + 0.95, pitch - 0.15, 0.34, fewest_var_at(state->plan->puzzle, var).name, "faint", key);
    }
    scene->width = fmax(scene->width, 0.2 + pitch * (double)count);
    scene->height = top + height + 1.2;
}

/* ---- Banks: a strip for each value; each var is a token on the one where it is */

static void draw_banks(struct draw_scene *scene, const struct draw_state *state) {
    const struct draw_plan *plan = state->plan;
    const fewest_var first = fewest_var_at(plan->puzzle, 0);
    const size_t count = plan->parts.vars;
    const double top = scene->height + 0.1, pitch = 0.7, width = 2.2, gap = 0.7;
    const double height = 0.7 + pitch * (double)count;
    char key[DRAW_KEY], tone[DRAW_TONE];
    for (size_t bank = 0; bank < first.count; bank++) {
        const double x = 0.1 + (width + gap) * (double)bank;
        snprintf(key, sizeof key, "bank-%zu", bank);
        draw_add_rect(scene, x, top, width, height, 0.16, "cell", key);
        snprintf(key, sizeof key, "bank-name-%zu", bank);
        draw_add_text(scene, x + width / 2, top + 0.34, width, 0.36, plan->pieces[first.values[bank]].text, "faint", key);
    }
    for (size_t var = 0; var < count; var++) {
        const fewest_var of = fewest_var_at(plan->puzzle, var);
        size_t bank = 0;
        while (bank < of.count && of.values[bank] != value_of(state, var))
            bank++;
        if (bank == of.count)
            continue; /* it may be on any */
        const double x = 0.2 + (width + gap) * (double)bank, y = top + 0.62 + pitch * (double)var;
        snprintf(key, sizeof key, "var-%zu", var);
        struct draw_shape *token = draw_add_rect(scene, x, y, width - 0.2, pitch - 0.1, 0.2, palette(var, tone), key);
        draw_label(scene, token, of.name);
        if (!changed(state, var))
            continue;
        snprintf(key, sizeof key, "mark-%zu", var);
        draw_add_rect(scene, x, y, width - 0.2, pitch - 0.1, 0.2, "mark", key);
    }
    scene->width = fmax(scene->width, 0.2 + (width + gap) * (double)first.count - gap);
    scene->height = top + height + 0.1;
}

/* ---- Words, as many side by side as the board is wide */

static void draw_values(struct draw_scene *scene, const struct draw_state *state) {
    const struct draw_plan *plan = state->plan;
    const double width = 2.6, pitch = 0.62, left = 0.1;
    const size_t across = scene->width >= 2 * width ? (size_t)(scene->width / width) : 1;
    const double top = scene->height + (scene->height > 0 ? 0.1 : 0.05);
    char key[DRAW_KEY];
    for (size_t var = 0; var < plan->parts.vars; var++) {
        const double x = left + width * (double)(var % across), y = top + pitch * (double)(var / across);
        snprintf(key, sizeof key, "name-%zu", var);
        draw_add_text(scene, x + 0.6, y + pitch / 2, 1.1, 0.34, fewest_var_at(plan->puzzle, var).name, "faint", key);
        snprintf(key, sizeof key, "value-%zu", var);
        struct draw_shape *value = draw_add_rect(scene, x + 1.25, y + 0.05, 1.2, pitch - 0.1, 0.16, "cell", key);
        draw_label(scene, value, value_text(plan, value_of(state, var)));
        value->size *= 1.2;
        if (!changed(state, var))
            continue;
        snprintf(key, sizeof key, "mark-value-%zu", var);
        draw_add_rect(scene, x + 1.25, y + 0.05, 1.2, pitch - 0.1, 0.16, "mark", key);
    }
    scene->width = fmax(scene->width, width + 2 * left);
    scene->height = top + pitch * (double)((plan->parts.vars + across - 1) / across) + 0.1;
}

void draw_vars(struct draw_scene *scene, const struct draw_state *state) {
    if (state->plan->parts.vars == 0)
        return;
    switch (state->plan->vars_form) {
    case FORM_BARS: draw_bars(scene, state); break;
    case FORM_BANKS: draw_banks(scene, state); break;
    default: draw_values(scene, state);
    }
}
