/* A comparison as a table, as JSON, as CSV and as bars in SVG. */
#include "cli/amount.h"
#include "cli/compare.h"
#include "cli/output.h"
#include "cli/terminal.h"
#include "draw/svg.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { COLUMNS = 11 };

struct cells {
    char text[COLUMNS][240];
};

static const char *const headings[COLUMNS] = {
    "search", "remembers", "bound", "length", "expanded", "generated", "peak", "set-up", "time", "states/s", "why",
};

static const char *status_word(const struct compared *row) {
    if (row->status != FEWEST_SOLVED)
        return fewest_status_word(row->status);
    return row->solved < row->starts && row->solved == 0 ? "unsolvable" : "solved";
}

static double rate(const struct compared *row) {
    return row->seconds > 0 ? (double)row->expanded / row->seconds : 0;
}

/* Times of small searches need more digits than show_seconds gives. */
static struct amount short_time(double seconds) {
    struct amount amount;
    if (seconds < 0.001)
        snprintf(amount.text, sizeof amount.text, "%.1f us", seconds * 1e6);
    else if (seconds < 1)
        snprintf(amount.text, sizeof amount.text, "%.2f ms", seconds * 1e3);
    else
        snprintf(amount.text, sizeof amount.text, "%.2f s", seconds);
    return amount;
}

/* What is shown of a row: for each start where there are several. */
static void fill(struct cells *cells, const struct compared *row) {
    size_t starts = row->starts ? row->starts : 1;
    const char *texts[COLUMNS] = {row->search, row->store, row->bound[0] ? row->bound : "-"};
    for (size_t i = 0; i < 3; i++)
        snprintf(cells->text[i], sizeof cells->text[i], "%s", texts[i]);
    if (row->starts == 0)
        snprintf(cells->text[3], sizeof cells->text[3], "%s", fewest_status_word(row->status));
    else if (row->solved == 0)
        snprintf(cells->text[3], sizeof cells->text[3], "none");
    else if (row->solved == 1)
        snprintf(cells->text[3], sizeof cells->text[3], "%" PRIu64, row->length);
    else
        snprintf(cells->text[3], sizeof cells->text[3], "%.1f", (double)row->length / (double)row->solved);
    snprintf(cells->text[4], sizeof cells->text[4], "%s", show_count(row->expanded / starts).text);
    snprintf(cells->text[5], sizeof cells->text[5], "%s", show_count(row->generated / starts).text);
    snprintf(cells->text[6], sizeof cells->text[6], "%s", show_size(row->peak_bytes).text);
    snprintf(cells->text[7], sizeof cells->text[7], "%s", short_time(row->setup).text);
    snprintf(cells->text[8], sizeof cells->text[8], "%s", short_time(row->seconds / (double)starts).text);
    snprintf(cells->text[9], sizeof cells->text[9], "%s", show_rate(rate(row)).text);
    snprintf(cells->text[10], sizeof cells->text[10], "%s", row->why);
}

static void print_row(FILE *file, const char *const *texts, const size_t *widths) {
    for (size_t c = 0; c < COLUMNS; c++) {
        size_t space = widths[c] - shown_width(texts[c], strlen(texts[c]));
        bool is_text = c < 3 || c == COLUMNS - 1;
        if (widths[c] == 0)
            continue;
        if (c)
            fputs("  ", file);
        if (!is_text)
            fprintf(file, "%*s", (int)space, "");
        fputs(texts[c], file);
        if (is_text && c < COLUMNS - 1)
            fprintf(file, "%*s", (int)space, "");
    }
    fputc('\n', file);
}

void compare_print(FILE *file, const struct comparison *comparison) {
    size_t widths[COLUMNS];
    struct cells cells;
    bool bounds = false;
    for (size_t c = 0; c < COLUMNS; c++)
        widths[c] = strlen(headings[c]);
    for (size_t i = 0; i < comparison->count; i++) {
        fill(&cells, &comparison->rows[i]);
        bounds |= comparison->rows[i].bound[0] != '\0';
        for (size_t c = 0; c < COLUMNS; c++) {
            size_t width = shown_width(cells.text[c], strlen(cells.text[c]));
            if (width > widths[c])
                widths[c] = width;
        }
    }
    if (!bounds)
        widths[2] = 0;
    if (comparison->starts > 1)
        fprintf(file, "%s: %zu starts; length, expanded, generated and time are means over them\n", comparison->title,
                comparison->starts);
    else
        fprintf(file, "%s\n", comparison->title);
    print_row(file, headings, widths);
    for (size_t i = 0; i < comparison->count; i++) {
        const char *texts[COLUMNS];
        fill(&cells, &comparison->rows[i]);
        for (size_t c = 0; c < COLUMNS; c++)
            texts[c] = cells.text[c];
        if (!bounds)
            texts[2] = "";
        print_row(file, texts, widths);
    }
    if (comparison->chosen[0])
        fprintf(file, "auto chooses %s\n", comparison->chosen);
}

void compare_json(FILE *file, const struct comparison *comparison) {
    struct json json = json_to(file);
    json_begin(&json, '{');
    json_key(&json, "puzzle");
    json_text(&json, comparison->title);
    json_key(&json, "starts");
    json_count(&json, comparison->starts);
    json_key(&json, "searches");
    json_begin(&json, '[');
    for (size_t i = 0; i < comparison->count; i++) {
        const struct compared *row = &comparison->rows[i];
        const struct {
            const char *key;
            uint64_t count;
        } counts[] = {{"finished", row->starts},     {"solved", row->solved},       {"length", row->length},
                      {"expanded", row->expanded},   {"generated", row->generated}, {"peak_bytes", row->peak_bytes},
                      {"states_per_second", (uint64_t)rate(row)}};
        json_begin(&json, '{');
        json_key(&json, "search");
        json_text(&json, row->search);
        json_key(&json, "store");
        json_text(&json, row->store);
        json_key(&json, "bound");
        json_text(&json, row->bound[0] ? row->bound : NULL);
        json_key(&json, "status");
        json_text(&json, status_word(row));
        json_key(&json, "limit");
        json_text(&json, row->status == FEWEST_LIMIT ? fewest_limit_word(row->limit) : NULL);
        for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
            json_key(&json, counts[c].key);
            json_count(&json, counts[c].count);
        }
        json_key(&json, "seconds");
        json_seconds(&json, row->seconds);
        json_key(&json, "setup_seconds");
        json_seconds(&json, row->setup);
        json_key(&json, "why");
        json_text(&json, row->why);
        json_end(&json, '}');
    }
    json_end(&json, ']');
    json_key(&json, "auto");
    json_text(&json, comparison->chosen[0] ? comparison->chosen : NULL);
    json_finish(&json);
}

void compare_csv(FILE *file, const struct comparison *comparison) {
    fputs("search,store,bound,status,starts,solved,length,expanded,generated,peak_bytes,seconds,setup_seconds,"
          "states_per_second,why\n", file);
    for (size_t i = 0; i < comparison->count; i++) {
        const struct compared *row = &comparison->rows[i];
        fprintf(file,
                "%s,\"%s\",\"%s\",%s,%zu,%zu,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%.9f,%.9f,%.0f,\"%s\"\n",
                row->search, row->store, row->bound, status_word(row), row->starts, row->solved, row->length,
                row->expanded, row->generated, row->peak_bytes, row->seconds, row->setup, rate(row), row->why);
    }
}

/* One of the three numbers that are drawn. */
static double drawn_value(const struct compared *row, int group) {
    return group == 0 ? (double)row->expanded : group == 1 ? (double)row->peak_bytes : row->seconds;
}

static struct amount drawn_label(const struct compared *row, int group) {
    return group == 0 ? show_count(row->expanded) : group == 1 ? show_size(row->peak_bytes) : short_time(row->seconds);
}

enum { LEFT = 340, BAR = 420, ROW = 22, TOP = 64, GROUP = 40, GROUPS = 3, EDGE = 24 };

static void draw_bar(FILE *file, const struct compared *row, int group, int y, double most) {
    const double value = drawn_value(row, group), width = most > 0 ? fmax(1, value / most * BAR) : 1;
    const bool gave_up = row->status != FEWEST_SOLVED;
    char detail[48];
    snprintf(detail, sizeof detail, "%.40s", row->bound[0] ? row->bound : row->store);
    fprintf(file, "<text x=\"%d\" y=\"%d\" font-size=\"13\" dy=\".35em\" class=\"right\">", LEFT - 8, y + ROW / 2);
    draw_svg_text(file, row->search);
    fputs(", ", file);
    draw_svg_text(file, detail);
    fprintf(file,
            "</text>\n<rect x=\"%d\" y=\"%d\" width=\"%.2f\" height=\"%d\" rx=\"3\" class=\"%s\"/>\n"
            "<text x=\"%.2f\" y=\"%d\" font-size=\"13\" dy=\".35em\" class=\"left\">%s%s</text>\n",
            LEFT, y + 3, width, ROW - 6, gave_up ? "bar-part" : "bar", LEFT + width + 8, y + ROW / 2, drawn_label(row, group).text,
            gave_up ? " (gave up)" : "");
}

/* Three groups of bars, one below the other: states expanded, memory, time. A search that gave up has a pale bar. */
void compare_svg(FILE *file, const struct comparison *comparison) {
    static const char *const names[GROUPS] = {"states expanded", "peak memory", "time"};
    const int count = (int)comparison->count;
    draw_svg_begin(file, LEFT + BAR + 130, TOP + GROUPS * (GROUP + ROW * count) + EDGE, comparison->title);
    fprintf(file, "<text x=\"%d\" y=\"30\" font-size=\"20\" dy=\".35em\" class=\"caption left\">", EDGE);
    draw_svg_text(file, comparison->title);
    fprintf(file, "</text>\n<text x=\"%d\" y=\"52\" font-size=\"13\" dy=\".35em\" class=\"small left\">", EDGE);
    if (comparison->starts > 1)
        fprintf(file, "%zu starts", comparison->starts);
    else
        fputs("one start", file);
    fprintf(file, ", %d searches</text>\n", count);
    for (int group = 0, y = TOP; group < GROUPS; group++, y += GROUP + ROW * count) {
        double most = 0;
        for (int i = 0; i < count; i++)
            most = fmax(most, drawn_value(&comparison->rows[i], group));
        fprintf(file, "<text x=\"%d\" y=\"%d\" font-size=\"14\" dy=\".35em\" class=\"caption left\">%s</text>\n", EDGE, y + GROUP - 14, names[group]);
        for (int i = 0; i < count; i++)
            draw_bar(file, &comparison->rows[i], group, y + GROUP + ROW * i, most);
    }
    fputs("</svg>\n", file);
}
