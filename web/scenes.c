/* Scenes as JSON. A picture that cannot be had is null: the page then shows the state as text. */
#include "web/scenes.h"

#include "json/memory_file.h"

#include <stdlib.h>

void write_scene(struct json *json, const struct draw_plan *plan, const char *state, struct draw_track *track) {
    fewest_error error = {0};
    struct draw_scene *scene = plan && state ? draw_scene_of(plan, state, track, &error) : NULL;
    if (scene)
        draw_scene_json(json, scene);
    else
        json_text(json, NULL);
    draw_scene_free(scene);
}

void write_state_scene(struct json *json, const fewest_puzzle *puzzle, const char *state) {
    struct draw_plan *plan = draw_plan_create(puzzle);
    write_scene(json, plan, state, NULL);
    draw_plan_free(plan);
}

void write_scenes(struct json *json, const fewest_puzzle *puzzle, fewest_answer *answer, size_t most) {
    struct memory_file made;
    struct draw_plan *plan = draw_plan_create(puzzle);
    struct draw_track *track = draw_track_create();
    bool good = memory_file_open(&made) && plan && track;
    if (good) {
        struct json scenes = json_to(made.file);
        json_begin(&scenes, '[');
        for (size_t step = 0; step <= fewest_answer_length(answer) && good; step++) {
            write_scene(&scenes, plan, fewest_answer_state(answer, 0, step), track);
            good = fflush(made.file) == 0 && made.length <= most;
        }
        json_end(&scenes, ']');
    }
    char *text = memory_file_close(&made);
    if (good && text)
        json_raw(json, text);
    else
        json_text(json, NULL);
    free(text);
    draw_track_free(track);
    draw_plan_free(plan);
}
