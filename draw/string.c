/* Strings: a row of letters, in lines of at most forty. What a rewriting left alone at both ends keeps its letters;
 * what stands between is new and marked. */
#include "draw/forms.h"

#include <stdlib.h>
#include <string.h>

enum { LINE = 40 };

static size_t character_length(const char *at) {
    size_t length = 1;
    while (((unsigned char)at[length] & 0xc0) == 0x80)
        length++;
    return length;
}

struct letters {
    char **texts;
    size_t *orders;
    size_t count;
};

static void free_letters(struct letters *letters) {
    for (size_t i = 0; i < letters->count; i++)
        free(letters->texts[i]);
    free(letters->texts);
    free(letters->orders);
}

/* The characters of a text; white space does not count. */
static bool split(const char *text, struct letters *letters) {
    const size_t most = strlen(text);
    *letters = (struct letters){.texts = calloc(most + 1, sizeof *letters->texts),
                                .orders = calloc(most + 1, sizeof *letters->orders)};
    bool made = letters->texts && letters->orders;
    for (size_t length; made && *text; text += length) {
        length = character_length(text);
        if (strchr(" \t\r\n", *text))
            continue;
        letters->texts[letters->count] = strndup(text, length);
        made = letters->texts[letters->count] != NULL;
        letters->count += made;
    }
    return made;
}

/* Letters alike at the front and at the back of both strings; `back` does not reach into `front`. */
static void compare(const struct letters *letters, const struct draw_track *track, size_t *front, size_t *back) {
    const size_t now = letters->count, before = track->letter_count, least = now < before ? now : before;
    *front = *back = 0;
    while (*front < least && strcmp(letters->texts[*front], track->letters[*front]) == 0)
        ++*front;
    while (*back < least - *front
           && strcmp(letters->texts[now - 1 - *back], track->letters[before - 1 - *back]) == 0)
        ++*back;
}

static void place(struct draw_scene *scene, size_t index, const char *tone, double size, const char *what, size_t order,
                  const char *label) {
    const double x = 0.1 + 0.5 + (double)(index % LINE), y = 0.1 + 0.5 + 1.1 * (double)(index / LINE);
    char key[DRAW_KEY];
    snprintf(key, sizeof key, "%s-%zu", what, order);
    struct draw_shape *shape = draw_add_rect(scene, x - size / 2, y - size / 2, size, size, 0.12, tone, key);
    if (!label)
        return;
    shape->cell = (long)index;
    draw_label(scene, shape, label);
    shape->size *= 1.15;
}

void draw_string(struct draw_scene *scene, const char *text, struct draw_track *track) {
    struct letters letters;
    if (!split(text, &letters)) {
        free_letters(&letters);
        scene->failed = true;
        return;
    }
    const bool follows = track && track->begun;
    size_t front = letters.count, back = 0, fresh = track ? track->fresh : 0;
    if (follows)
        compare(&letters, track, &front, &back);
    for (size_t i = 0; i < letters.count; i++) {
        const size_t end = letters.count - 1 - i;
        letters.orders[i] = !follows ? i
                            : i < front ? track->orders[i]
                            : end < back ? track->orders[track->letter_count - 1 - end]
                                         : fresh++;
        const bool is_new = follows && i >= front && end >= back;
        place(scene, i, is_new ? "0" : "cell", 0.92, "letter", letters.orders[i], letters.texts[i]);
    }
    for (size_t i = front; follows && i + back < letters.count; i++)
        place(scene, i, "mark", 0.95, "mark", letters.orders[i], NULL);
    const size_t lines = letters.count ? (letters.count + LINE - 1) / LINE : 1;
    scene->width = 0.2 + (double)(letters.count < 1 ? 1 : letters.count < LINE ? letters.count : LINE);
    scene->height = 0.2 + 1.1 * (double)lines - 0.1;
    if (!track) {
        free_letters(&letters);
        return;
    }
    struct letters before = {track->letters, track->orders, track->letter_count};
    free_letters(&before);
    track->letters = letters.texts;
    track->orders = letters.orders;
    track->letter_count = letters.count;
    track->fresh = follows ? fresh : letters.count;
    track->begun = true;
}
