#include "cli/histogram.h"

#include "cli/amount.h"

#include <string.h>

static uint64_t largest_layer(const fewest_exploration *exploration) {
    uint64_t most = 1;
    for (size_t d = 0; d < fewest_exploration_layers(exploration); d++) {
        uint64_t count = fewest_exploration_layer(exploration, d);
        if (count > most) most = count;
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
        for (size_t i = 0; i < eighths / 8; i++) fputs("█", file);
        fprintf(file, "%s\n", parts[eighths % 8]);
    }
}

void write_csv(FILE *file, const fewest_exploration *exploration) {
    fputs("depth,states\n", file);
    for (size_t d = 0; d < fewest_exploration_layers(exploration); d++)
        fprintf(file, "%zu,%llu\n", d, (unsigned long long)fewest_exploration_layer(exploration, d));
}

static void write_escaped(FILE *file, const char *text) {
    for (; *text; text++) {
        switch (*text) {
        case '<': fputs("&lt;", file); break;
        case '>': fputs("&gt;", file); break;
        case '&': fputs("&amp;", file); break;
        default:
            if ((unsigned char)*text >= ' ') fputc(*text, file);
        }
    }
}

/* One bar for each depth; a drawing of fixed height whose width grows with the layers up to a page. */
void write_svg(FILE *file, const fewest_exploration *exploration, const char *title) {
    enum { LEFT = 20, TOP = 50, HEIGHT = 300, BOTTOM = 40 };
    size_t layers = fewest_exploration_layers(exploration);
    double most = (double)largest_layer(exploration);
    double step = layers <= 60 ? 16 : layers <= 960 ? 960.0 / (double)layers : 1;
    double width = step * (double)layers;
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %d\" font-family=\"sans-serif\">\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n<text x=\"%d\" y=\"24\" font-size=\"16\">",
            (width > 320 ? width : 320) + 2 * LEFT, TOP + HEIGHT + BOTTOM, LEFT);
    write_escaped(file, title);
    fprintf(file, "</text>\n<text x=\"%d\" y=\"42\" font-size=\"12\" fill=\"#555\">%s states, depth %s</text>\n", LEFT,
            show_count(fewest_exploration_states(exploration)).text, show_count(layers ? layers - 1 : 0).text);
    fputs("<g fill=\"#3b6ea5\">\n", file);
    for (size_t d = 0; d < layers; d++) {
        uint64_t count = fewest_exploration_layer(exploration, d);
        double height = (double)count / most * HEIGHT;
        if (height < 0.5) height = 0.5;
        fprintf(file,
                "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\"><title>depth %zu: %s</title></rect>\n",
                LEFT + step * (double)d, TOP + HEIGHT - height, step > 4 ? step - 2 : step * 0.9, height, d,
                show_count(count).text);
    }
    fputs("</g>\n<g font-size=\"10\" fill=\"#555\" text-anchor=\"middle\">\n", file);
    for (size_t d = 0, every = layers <= 12 ? 1 : layers <= 60 ? 5 : layers / 10; d < layers; d += every)
        fprintf(file, "<text x=\"%.2f\" y=\"%d\">%zu</text>\n", LEFT + step * (double)d + step / 2,
                TOP + HEIGHT + 16, d);
    fputs("</g>\n</svg>\n", file);
}
