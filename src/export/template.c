/* Writes templates line by line. */
#include "export/template.h"

enum { DEEPEST = 16 };

static const char *find(const char *name) {
    for (size_t i = 0; i < few_template_count; i++)
        if (strcmp(few_templates[i].name, name) == 0)
            return few_templates[i].text;
    return NULL;
}

static bool unknown(struct few_exporter *x, const char *what, const char *word) {
    return x->no_memory ? few_fail_memory(x->error) : few_fail(x->error, FEW_ERROR_SYSTEM, "a template has an unknown %s: %.60s", what, word);
}

/* The language that is chosen, of all that is said. */
static const char *said(struct few_exporter *x, const char *text) {
    const char *chosen = "", *begin, *middle, *end;
    while ((begin = strstr(text, FEW_TEMPLATE_SAY)) && (middle = strchr(begin, '|')) && (end = strstr(begin, FEW_TEMPLATE_SAID))) {
        const char *from = few_say(x, begin + strlen(FEW_TEMPLATE_SAY), middle + 1), *to = few_say(x, middle, end);
        chosen = few_print(x, "%s%.*s%.*s", chosen, (int)(begin - text), text, (int)(to - from), from);
        text = end + strlen(FEW_TEMPLATE_SAID);
    }
    return few_print(x, "%s%s", chosen, text);
}

static bool write_line(struct few_exporter *x, const char *line) {
    const char *begin, *end, *written = "";
    while ((begin = strstr(line, "${")) && (end = strchr(begin, '}'))) {
        const char *word = few_print(x, "%.*s", (int)(end - begin - 2), begin + 2), *value = few_export_value(x, word);
        if (!value)
            return unknown(x, "value", word);
        written = few_print(x, "%s%.*s%s", written, (int)(begin - line), line, value);
        line = end + 1;
    }
    few_put(x, "%s%s\n", written, line);
    return true;
}

/* Whether all flags of a line are as it says. */
static bool flags_hold(struct few_exporter *x, const char *words) {
    for (const char *at = words; *at;) {
        at += strspn(at, " ");
        bool wanted = *at != '!';
        at += !wanted;
        size_t length = strcspn(at, " ");
        if (length && few_export_flag(x, few_print(x, "%.*s", (int)length, at)) != wanted)
            return false;
        at += length;
    }
    return true;
}

static bool write_text(struct few_exporter *x, const char *text) {
    bool on[DEEPEST] = {true}; /* of each @if that is open */
    unsigned depth = 0;
    while (*text && !x->no_memory) {
        size_t length = strcspn(text, "\n");
        const char *line = few_print(x, "%.*s", (int)length, text);
        text += length + (text[length] == '\n');
        if (strncmp(line, "@if ", 4) == 0) {
            if (++depth == DEEPEST)
                return unknown(x, "depth", line);
            on[depth] = on[depth - 1] && flags_hold(x, line + 4);
        } else if (strcmp(line, "@else") == 0 && depth) {
            on[depth] = on[depth - 1] && !on[depth];
        } else if (strcmp(line, "@end") == 0 && depth) {
            depth--;
        } else if (!on[depth]) {
            continue;
        } else if (strncmp(line, "@include ", 9) == 0) {
            if (!few_template_write(x, line + 9))
                return false;
        } else if (strncmp(line, "@@", 2) == 0) {
            if (!write_line(x, line + 1))
                return false;
        } else if (*line == '@') {
            if (!few_export_fill(x, line + 1))
                return unknown(x, "part", line);
        } else if (!write_line(x, line)) {
            return false;
        }
    }
    return !x->no_memory || few_fail_memory(x->error);
}

bool few_template_write(struct few_exporter *x, const char *name) {
    const char *text = find(name);
    return text ? write_text(x, said(x, text)) : unknown(x, "template", name);
}
