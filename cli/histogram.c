#include "cli/histogram.h"

#include "cli/amount.h"
#include "draw/svg.h"

#include <fewest/explore.h>
#include <string.h>

static uint64_t largest_layer(const fewest_exploration *exploration) {
    uint64_t most = 1;
    for (size_t d = 0; d < fewest_exploration_layers(exploration); d++) {
        uint64_t count = fewest_exploration_layer(exploration, d);
        if (count > most)
            most = count;
    }
    return most;
}

/* Bars in eighths of a column, so that small layers can still be told apart. */
void print_histogram(FILE *file, const fewest_exploration *exploration, size_t width) {
    static const char *const parts[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    uint64_t most = largest_layer(exploration);
    size_t layers = fewest_exploration_layers(exploration);
    int depth_width = (int)strlen(show_count(layers ? layers - 1 : 0).text);
    int count_width = (int)strlen(show_count(most).text);
    size_t taken = (size_t)depth_width + (size_t)count_width + 4;
    size_t room = width > taken + 10 ? width - taken : 10;
    for (size_t d = 0; d < layers; d++) {
        uint64_t count = fewest_exploration_layer(exploration, d);
        size_t eighths = (size_t)((double)count / (double)most * (double)room * 8);
        fprintf(file, "%*s  %*s%s", depth_width, show_count(d).text, count_width, show_count(count).text,
                eighths ? "  " : "");
        for (size_t i = 0; i < eighths / 8; i++)
            fputs("█", file);
        fprintf(file, "%s\n", parts[eighths % 8]);
    }
}

void write_csv(FILE *file, const fewest_exploration *exploration) {
    fputs("depth,states\n", file);
    for (size_t d = 0; d < fewest_exploration_layers(exploration); d++)
        fprintf(file, "%zu,%llu\n", d, (unsigned long long)fewest_exploration_layer(exploration, d));
}

/* A round number at least as large: 1, 2 or 5 and zeros after it. */
static double round_up(double number) {
    double power = 1;
    while (power * 10 < number)
        power *= 10;
    return number <= power ? power : number <= 2 * power ? 2 * power : number <= 5 * power ? 5 * power : 10 * power;
}

enum { LEFT = 110, RIGHT = 24, TOP = 72, HEIGHT = 300, BOTTOM = 56 };

/* Lines at round counts, with the counts beside them. */
static void write_scale(FILE *file, double most, double width) {
    const double step = round_up(most / 5 > 1 ? most / 5 : 1);
    for (double count = 0; count <= most; count += step) {
        const double y = TOP + HEIGHT - count / most * HEIGHT;
        fprintf(file,
                "<line x1=\"%d\" y1=\"%.2f\" x2=\"%.2f\" y2=\"%.2f\" class=\"grid\"/>\n"
                "<text x=\"%d\" y=\"%.2f\" font-size=\"11\" dy=\".35em\" class=\"small\" style=\"text-anchor:end\">%s</text>\n",
                LEFT, y, LEFT + width, y, LEFT - 8, y, show_count((uint64_t)count).text);
    }
}

/* One bar for each depth; a drawing of fixed height whose width grows with the layers up to a page. */
void write_svg(FILE *file, const fewest_exploration *exploration, const char *title) {
    const size_t layers = fewest_exploration_layers(exploration);
    const double most = (double)largest_layer(exploration);
    const double step = layers <= 24 ? 24 : layers <= 60 ? 16 : layers <= 960 ? 960.0 / (double)layers : 1;
    const double bars = step * (double)layers, width = bars > 260 ? bars : 260;
    draw_svg_begin(file, LEFT + width + RIGHT, TOP + HEIGHT + BOTTOM, title);
    fputs("<text x=\"24\" y=\"30\" font-size=\"20\" dy=\".35em\" class=\"caption left\">", file);
    draw_svg_text(file, title);
    fprintf(file, "</text>\n<text x=\"24\" y=\"52\" font-size=\"13\" dy=\".35em\" class=\"small left\">%s state%s, depth %s</text>\n",
            show_count(fewest_exploration_states(exploration)).text, plural(fewest_exploration_states(exploration)),
            show_count(layers ? layers - 1 : 0).text);
    if (layers)
        write_scale(file, most, width);
    fputs("<g class=\"tone-0\">\n", file);
    for (size_t d = 0; d < layers; d++) {
        uint64_t count = fewest_exploration_layer(exploration, d);
        double height = (double)count / most * HEIGHT;
        if (height < 0.5)
            height = 0.5;
        fprintf(file,
                "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\"><title>depth %zu: %s</title></rect>\n",
                LEFT + step * (double)d, TOP + HEIGHT - height, step > 4 ? step - 2 : step * 0.9, height, d,
                show_count(count).text);
    }
    fputs("</g>\n<g font-size=\"11\">\n", file);
    for (size_t d = 0, every = layers <= 24 ? 1 : layers <= 60 ? 5 : (size_t)round_up((double)layers / 12); d < layers;
         d += every)
        fprintf(file, "<text x=\"%.2f\" y=\"%d\" dy=\".35em\" class=\"small\">%zu</text>\n", LEFT + step * (double)d + step / 2 - 1,
                TOP + HEIGHT + 14, d);
    fprintf(file, "<text x=\"%.2f\" y=\"%d\" dy=\".35em\" class=\"small\">depth</text>\n", LEFT + bars / 2, TOP + HEIGHT + 38);
    fputs("</g>\n</svg>\n", file);
}
