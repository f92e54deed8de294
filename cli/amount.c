/* Reading and showing amounts. The tool never sets a locale, so a point is a point. */
#include "cli/amount.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool read_count(const char *text, uint64_t *count) {
    uint64_t value = 0;
    if (!*text)
        return false;
    for (; *text; text++) {
        unsigned digit = (unsigned char)*text - '0';
        if (digit > 9 || value > (UINT64_MAX - digit) / 10)
            return false;
        value = value * 10 + digit;
    }
    *count = value;
    return true;
}

/* The number at the front; *rest is what follows. strtod alone would also take inf, nan and 0x1p3. */
static bool read_decimal(const char *text, double *value, const char **rest) {
    size_t length = strspn(text, "0123456789.");
    char digits[64];
    if (length == 0 || length >= sizeof digits)
        return false;
    memcpy(digits, text, length);
    digits[length] = '\0';
    char *end;
    *value = strtod(digits, &end);
    *rest = text + length;
    return *end == '\0';
}

bool read_size(const char *text, uint64_t *bytes) {
    double value;
    const char *unit;
    if (!read_decimal(text, &value, &unit))
        return false;
    static const char letters[] = "KMGTP";
    const char *letter = *unit ? strchr(letters, *unit & ~0x20) : NULL;
    if (letter) {
        for (long i = letter - letters; i >= 0; i--)
            value *= 1024;
        unit++;
        if (*unit == 'i')
            unit++;
    }
    if (*unit == 'B')
        unit++;
    if (*unit || value >= 0x1p63)
        return false;
    *bytes = (uint64_t)value;
    return true;
}

bool read_seconds(const char *text, double *seconds) {
    static const struct {
        const char *name;
        double seconds;
    } units[] = {{"", 1}, {"s", 1}, {"m", 60}, {"min", 60}, {"h", 3600}};
    double value;
    const char *unit;
    if (!read_decimal(text, &value, &unit))
        return false;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        if (strcmp(unit, units[i].name) != 0)
            continue;
        *seconds = value * units[i].seconds;
        return *seconds > 0 && *seconds < 1e12;
    }
    return false;
}

struct amount show_count(uint64_t count) {
    struct amount shown = {""};
    char digits[24];
    int length = snprintf(digits, sizeof digits, "%" PRIu64, count);
    char *to = shown.text;
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            *to++ = ',';
        *to++ = digits[i];
    }
    *to = '\0';
    return shown;
}

struct amount show_size(uint64_t bytes) {
    struct amount shown;
    double value = (double)bytes / 0x1p20;
    const char *unit = "MiB";
    if (value >= 1024) {
        value /= 1024;
        unit = "GiB";
    }
    snprintf(shown.text, sizeof shown.text, value < 99.95 ? "%.1f %s" : "%.0f %s", value, unit);
    return shown;
}

struct amount show_seconds(double seconds) {
    struct amount shown;
    snprintf(shown.text, sizeof shown.text, seconds < 10 ? "%.3f s" : "%.1f s", seconds);
    return shown;
}

struct amount show_duration(double seconds) {
    static const struct {
        const char *name;
        double seconds;
    } units[] = {{"day", 86400}, {"hour", 3600}, {"minute", 60}, {"second", 1}};
    struct amount shown;
    size_t unit = 0;
    while (unit < 3 && seconds < 2 * units[unit].seconds)
        unit++;
    double count = seconds / units[unit].seconds;
    uint64_t whole = count < 1 ? 1 : (uint64_t)(count + 0.5);
    snprintf(shown.text, sizeof shown.text, "%llu %s%s", (unsigned long long)whole, units[unit].name, whole == 1 ? "" : "s");
    return shown;
}

struct amount show_rate(double per_second) {
    struct amount shown;
    if (per_second >= 1e6)
        snprintf(shown.text, sizeof shown.text, "%.1f M/s", per_second / 1e6);
    else
        snprintf(shown.text, sizeof shown.text, "%.1f k/s", per_second / 1e3);
    return shown;
}

const char *plural(uint64_t count) {
    return count == 1 ? "" : "s";
}
