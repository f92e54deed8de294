/* The option parser and the help, both driven by the table of a command. */
#include "cli/options.h"

#include "cli/amount.h"
#include "cli/commands.h"
#include "cli/nearest.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

enum { HELP_WIDTH = 80, HELP_COLUMN = 22 };

const struct option common_options[COMMON_OPTION_COUNT] = {
    {.name = "help", .kind = OPTION_FLAG, .help = "show this help"},
    {.name = "version", .kind = OPTION_FLAG, .help = "show the version and what is built in"},
};

void usage_error(fewest_error *error, const struct command *command, const char *hint, const char *format,
                 ...) {
    *error = (fewest_error){.status = FEWEST_INVALID};
    va_list list;
    va_start(list, format);
    vsnprintf(error->message, sizeof error->message, format, list);
    va_end(list);
    snprintf(error->hint, sizeof error->hint, "%s", hint);
    const char *space = command ? " " : "", *name = command ? command->name : "";
    snprintf(error->text, sizeof error->text, "fewest%s%s: %s%s%s\n'fewest%s%s --help' says how to use it",
             space, name, error->message, *hint ? "; " : "", hint, space, name);
}

static const struct option *find_option(const struct command *command, const char *name, size_t length) {
    for (size_t i = 0; i < command->option_count; i++) {
        const struct option *option = &command->options[i];
        if (strlen(option->name) == length && strncmp(option->name, name, length) == 0)
            return option;
    }
    return NULL;
}

bool asks_for_json(const struct command *command, char **arguments, int count) {
    if (!find_option(command, "json", 4))
        return false;
    for (int i = 0; i < count && strcmp(arguments[i], "--") != 0; i++) {
        if (strcmp(arguments[i], "--json") == 0)
            return true;
    }
    return false;
}

static bool unknown_option(const struct command *command, const char *name, size_t length,
                           fewest_error *error) {
    char wanted[64], hint[128] = "";
    snprintf(wanted, sizeof wanted, "%.*s", (int)(length < 40 ? length : 40), name);
    struct nearest nearest = nearest_to(wanted);
    for (size_t i = 0; i < command->option_count; i++)
        nearest_offer(&nearest, command->options[i].name);
    for (size_t i = 0; i < COMMON_OPTION_COUNT; i++)
        nearest_offer(&nearest, common_options[i].name);
    if (nearest.best)
        snprintf(hint, sizeof hint, "did you mean --%s?", nearest.best);
    usage_error(error, command, hint, "there is no option --%s", wanted);
    return false;
}

static bool read_choice(const struct command *command, const struct option *option, const char *text,
                        int *value, fewest_error *error) {
    struct nearest nearest = nearest_to(text);
    char words[160] = "", hint[96] = "";
    for (size_t i = 0; i < option->choice_count; i++) {
        const struct choice *choice = &option->choices[i];
        if (strcmp(choice->word, text) == 0) {
            *value = choice->value;
            return true;
        }
        nearest_offer(&nearest, choice->word);
        size_t used = strlen(words);
        snprintf(words + used, sizeof words - used, "%s%s", i ? ", " : "", choice->word);
    }
    if (nearest.best)
        snprintf(hint, sizeof hint, "did you mean %s?", nearest.best);
    usage_error(error, command, hint, "--%s is one of %s, not '%.40s'", option->name, words, text);
    return false;
}

/* Whether the text is the default where that is a word, such as none. */
static bool is_standing(const struct option *option, const char *text) {
    return option->standard && strcmp(text, option->standard) == 0 && (*text < '0' || *text > '9');
}

static bool read_number(const struct command *command, const struct option *option, const char *text,
                        uint64_t *value, fewest_error *error) {
    bool is_size = option->kind == OPTION_SIZE;
    if (is_standing(option, text)) {
        *value = option->standing;
        return true;
    }
    if (!(is_size ? read_size : read_count)(text, value)) {
        usage_error(error, command, "", "--%s takes %s, not '%.40s'", option->name,
                    is_size ? "a size such as 512K, 8M or 1.5G" : "a whole number", text);
        return false;
    }
    if (*value < option->min || *value > option->max) {
        const bool in_megabytes = is_size && option->min >> 20;
        if (*value < option->min)
            usage_error(error, command, "", "--%s is at least %" PRIu64 "%s, not %.40s", option->name,
                        in_megabytes ? option->min >> 20 : option->min, in_megabytes ? "M" : "", text);
        else
            usage_error(error, command, "", "--%s is at most %" PRIu64 ", not %.40s", option->name,
                        option->max, text);
        return false;
    }
    if (*value == 0)
        *value = option->zero;
    return true;
}

static bool read_time(const struct command *command, const struct option *option, const char *text,
                      double *seconds, fewest_error *error) {
    if (is_standing(option, text)) {
        *seconds = (double)option->standing;
        return true;
    }
    if (read_seconds(text, seconds))
        return true;
    usage_error(error, command, "", "--%s takes seconds, more than 0, such as 10, 0.5 or 2m, not '%.40s'",
                option->name, text);
    return false;
}

static bool add_text(const struct command *command, const struct option *option, const char *text,
                     struct texts *texts, fewest_error *error) {
    if (texts->count < MOST_TEXTS) {
        texts->list[texts->count++] = text;
        return true;
    }
    usage_error(error, command, "", "--%s can be given %d times at most", option->name, (int)MOST_TEXTS);
    return false;
}

/* Writes what an option says to its field. `text` is NULL where nothing was given. */
static bool store(const struct command *command, const struct option *option, const char *text, void *settings,
                  fewest_error *error) {
    void *field = (char *)settings + option->offset;
    switch (option->kind) {
    case OPTION_FLAG: *(bool *)field = true; return true;
    case OPTION_CHOICE: return read_choice(command, option, text, field, error);
    case OPTION_TEXT: *(const char **)field = text; return true;
    case OPTION_COUNT:
    case OPTION_SIZE: return read_number(command, option, text, field, error);
    case OPTION_SECONDS: return read_time(command, option, text, field, error);
    case OPTION_TEXTS: return add_text(command, option, text, field, error);
    case OPTION_LISTING: break;
    }
    struct listing *listing = field;
    listing->wanted = true;
    return !text || read_number(command, option, text, &listing->count, error);
}

static bool store_defaults(const struct command *command, void *settings, fewest_error *error) {
    for (size_t i = 0; i < command->option_count; i++) {
        const struct option *option = &command->options[i];
        if (!option->standard)
            continue;
        if (!store(command, option, option->standard, settings, error))
            return false;
        if (option->kind == OPTION_LISTING)
            ((struct listing *)((char *)settings + option->offset))->wanted = false;
    }
    return true;
}

static const struct option *find_letter(const struct command *command, char letter) {
    for (size_t i = 0; i < command->option_count; i++) {
        if (command->options[i].letter == letter)
            return &command->options[i];
    }
    return NULL;
}

/* One argument that begins with `--` or is a dash and a letter; takes the next one too where it is needed. */
static bool read_option(const struct command *command, char **arguments, int count, int *at, void *settings,
                        fewest_error *error) {
    bool is_letter = arguments[*at][1] != '-';
    const char *name = arguments[*at] + 2;
    size_t length = strcspn(name, "=");
    const char *text = name[length] ? name + length + 1 : NULL;
    const struct option *option =
        is_letter ? find_letter(command, arguments[*at][1]) : find_option(command, name, length);
    if (!option)
        return unknown_option(command, name, length, error);
    if (option->kind == OPTION_FLAG && text) {
        usage_error(error, command, "", "--%s takes no value", option->name);
        return false;
    }
    if (option->kind != OPTION_FLAG && option->kind != OPTION_LISTING && !text) {
        if (*at + 1 == count) {
            usage_error(error, command, "", "--%s needs a value: --%s %s", option->name, option->name,
                        option->argument);
            return false;
        }
        text = arguments[++*at];
    }
    return store(command, option, text, settings, error);
}

static bool count_operands(const struct command *command, int count, char **operands, fewest_error *error) {
    if (count < command->min_operands) {
        usage_error(error, command, "", "too few arguments: it takes %s", command->operands);
        return false;
    }
    if (command->max_operands >= 0 && count > command->max_operands) {
        usage_error(error, command, command->surplus ? command->surplus : "",
                    "too many arguments, from '%.40s' on", operands[command->max_operands]);
        return false;
    }
    return true;
}

enum parsed parse_options(const struct command *command, char **arguments, int count, void *settings,
                          int *operand_count, fewest_error *error) {
    int operands = 0;
    if (!store_defaults(command, settings, error))
        return PARSED_WRONG;
    for (int i = 0; i < count; i++) {
        char *argument = arguments[i];
        if (strcmp(argument, "--") == 0) {
            while (++i < count)
                arguments[operands++] = arguments[i];
        } else if (strcmp(argument, "--help") == 0 || strcmp(argument, "-h") == 0) {
            return PARSED_HELP;
        } else if (strcmp(argument, "--version") == 0) {
            return PARSED_VERSION;
        } else if (argument[0] == '-' &&
                   (argument[1] == '-' || (argument[1] && !argument[2] && find_letter(command, argument[1])))) {
            if (!read_option(command, arguments, count, &i, settings, error))
                return PARSED_WRONG;
        } else if (argument[0] == '-' && argument[1]) {
            char hint[96] = "options begin with two dashes; put -- before arguments that are not options";
            const char *name = argument + 1;
            const struct option *meant = find_option(command, name, strcspn(name, "="));
            if (meant)
                snprintf(hint, sizeof hint, "did you mean --%s?", meant->name);
            usage_error(error, command, hint, "there is no option %.40s", argument);
            return PARSED_WRONG;
        } else {
            arguments[operands++] = argument;
        }
    }
    *operand_count = operands;
    return count_operands(command, operands, arguments, error) ? PARSED : PARSED_WRONG;
}

/* Words from `column` on, indented and broken before HELP_WIDTH; the caller stands at `column`. */
static void print_wrapped(FILE *file, const char *text, int indent, int column) {
    for (bool first = true; *text; first = false) {
        int length = (int)strcspn(text, " ");
        if (!first && column + 1 + length > HELP_WIDTH) {
            fprintf(file, "\n%*s", indent, "");
            column = indent;
        } else if (!first) {
            fputc(' ', file);
            column++;
        }
        fprintf(file, "%.*s", length, text);
        column += length;
        text += length;
        while (*text == ' ')
            text++;
    }
    fputc('\n', file);
}

static void print_row(FILE *file, const char *head, const char *text) {
    int length = (int)strlen(head);
    if (length + 4 > HELP_COLUMN)
        fprintf(file, "  %s\n%*s", head, HELP_COLUMN, "");
    else
        fprintf(file, "  %-*s", HELP_COLUMN - 2, head);
    print_wrapped(file, text, HELP_COLUMN, HELP_COLUMN);
}

static void print_option(FILE *file, const struct option *option) {
    char head[80], text[400];
    const char *argument = option->argument ? option->argument : "";
    const char *between = option->kind == OPTION_LISTING ? "[=" : *argument ? " " : "";
    char letter[8] = "";
    if (option->letter)
        snprintf(letter, sizeof letter, "-%c, ", option->letter);
    snprintf(head, sizeof head, "%s--%s%s%s%s", letter, option->name, between, argument,
             option->kind == OPTION_LISTING ? "]" : "");
    if (option->standard)
        snprintf(text, sizeof text, "%s (default: %s)", option->help, option->standard);
    else
        snprintf(text, sizeof text, "%s", option->help);
    print_row(file, head, text);
    for (size_t i = 0; i < option->choice_count; i++) {
        const struct choice *choice = &option->choices[i];
        fprintf(file, "%*s%-14s ", HELP_COLUMN + 2, "", choice->word);
        print_wrapped(file, choice->meaning, HELP_COLUMN + 17, HELP_COLUMN + 17);
    }
}

/* "what it does: the command" becomes two lines. */
static void print_examples(FILE *file, const char *line) {
    fputs("\nexamples:\n", file);
    for (; *line; line += *line == '\n') {
        size_t length = strcspn(line, "\n");
        const char *command = strstr(line, ": ");
        if (command && command < line + length)
            fprintf(file, "  %.*s:\n      %.*s\n", (int)(command - line), line,
                    (int)(line + length - command - 2), command + 2);
        line += length;
    }
}

void print_command_help(const struct command *command, FILE *file) {
    /* Options come after the operands, but before what a -- sets apart. */
    const char *apart = strstr(command->operands, " -- ");
    int before = apart ? (int)(apart - command->operands) : (int)strlen(command->operands);
    fprintf(file, "usage: fewest %s%s%.*s%s%s\n\n", command->name, before ? " " : "", before, command->operands,
            command->option_count ? " [OPTION]..." : "", apart ? apart : "");
    for (const char *line = command->details; line && *line; line += *line == '\n') {
        char paragraph[800];
        size_t length = strcspn(line, "\n");
        snprintf(paragraph, sizeof paragraph, "%.*s", (int)length, line);
        print_wrapped(file, paragraph, 0, 0);
        line += length;
    }
    fputs(command->details ? "\noptions:\n" : "options:\n", file);
    for (size_t i = 0; i < command->option_count; i++)
        print_option(file, &command->options[i]);
    for (size_t i = 0; i < COMMON_OPTION_COUNT; i++)
        print_option(file, &common_options[i]);
    if (command->examples)
        print_examples(file, command->examples);
}
