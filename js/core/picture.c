/* Pictures of states and of paths, as the tool draws them. */
#include "js/core/core.h"

#include "draw/svg.h"
#include "json/memory_file.h"

#include <stdlib.h>

/* The member svg: what was drawn. */
static bool finish(struct call *call, struct memory_file *file, bool good) {
    char *text = memory_file_close(file);
    if (good && !text)
        good = no_memory(call);
    if (good)
        write_text(call->json, "svg", text);
    free(text);
    return good;
}

bool call_svg_state(struct call *call) {
    const char *state = text_of(call, "state");
    struct memory_file file;
    if (!memory_file_open(&file))
        return no_memory(call);
    no_memory(call); /* unless there is another reason */
    struct draw_plan *plan = draw_plan_create(call->puzzle);
    struct draw_scene *scene = plan ? draw_scene_of(plan, state ? state : "", NULL, &call->error) : NULL;
    if (scene)
        draw_svg_scene(file.file, scene);
    const bool good = scene != NULL;
    draw_scene_free(scene);
    draw_plan_free(plan);
    return finish(call, &file, good);
}

struct path {
    const char **states, **moves;
};

static const char *state_at(const void *context, size_t step) {
    return ((const struct path *)context)->states[step];
}

static const char *move_at(const void *context, size_t step) {
    return ((const struct path *)context)->moves[step];
}

static bool draw_path(struct call *call, const struct path *path, size_t states, size_t moves) {
    struct memory_file file;
    if (states != moves + 1) {
        call->error.status = FEWEST_INVALID;
        snprintf(call->error.message, sizeof call->error.message, "a path has one state more than moves");
        return false;
    }
    if (!memory_file_open(&file))
        return no_memory(call);
    const char *cost = text_of(call, "cost");
    const struct draw_path drawn = {.context = path, .length = moves, .state = state_at, .move = move_at, .has_cost = cost,
                                    .cost = cost ? strtoull(cost, NULL, 10) : 0};
    no_memory(call);
    return finish(call, &file, draw_svg_path(file.file, call->puzzle, &drawn, &call->error));
}

bool call_svg_path(struct call *call) {
    size_t states, moves;
    struct path path = {.states = texts_of(call, "state", &states), .moves = texts_of(call, "move", &moves)};
    const bool good = path.states && path.moves ? draw_path(call, &path, states, moves) : no_memory(call);
    free(path.states);
    free(path.moves);
    return good;
}
