/* Terminal geometry without a locale or a terminal library. */
#include "cli/terminal.h"

#include <stdint.h>
#include <sys/ioctl.h>

size_t terminal_width(int descriptor) {
    struct winsize size;
    if (ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return size.ws_col;
    return 80;
}

static size_t character_width(uint32_t code) {
    static const uint32_t wide[][2] = {
        {0x1100, 0x115f}, {0x2e80, 0x303e}, {0x3041, 0xa4cf}, {0xac00, 0xd7a3},   {0xf900, 0xfaff},
        {0xfe30, 0xfe6f}, {0xff00, 0xff60}, {0xffe0, 0xffe6}, {0x1f300, 0x1faff}, {0x20000, 0x3fffd},
    };
    if (code >= 0x300 && code <= 0x36f)
        return 0; /* accents that stand on the character before */
    for (size_t i = 0; i < sizeof wide / sizeof *wide; i++) {
        if (code >= wide[i][0] && code <= wide[i][1])
            return 2;
    }
    return 1;
}

size_t shown_width(const char *text, size_t length) {
    size_t width = 0;
    for (size_t i = 0; i < length;) {
        unsigned char lead = (unsigned char)text[i++];
        uint32_t code = lead < 0xc0 ? lead : lead & (lead < 0xe0 ? 0x1f : lead < 0xf0 ? 0x0f : 0x07);
        for (; i < length && ((unsigned char)text[i] & 0xc0) == 0x80; i++)
            code = code << 6 | ((unsigned char)text[i] & 0x3f);
        width += character_width(code);
    }
    return width;
}
