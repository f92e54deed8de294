/* A file that is there whole or not at all: it is written beside its place and takes it when all is on the disk, so that
 * whoever reads sees the old file or the new one. Several may write to one path at once; the last one stays. A path that is
 * a device or a pipe is written to as it is; where it is a link, what it leads to is replaced. */
#ifndef FEW_BASE_NEW_FILE_H
#define FEW_BASE_NEW_FILE_H

#include "base/memory.h"

/* Writes all of the file. false: errno says why not. */
typedef bool few_file_writer(int descriptor, void *context);

/* false: errno says why, and there is no new file. */
bool few_write_new_file(struct few_memory *memory, const char *path, few_file_writer *writer, void *context);

/* All of these bytes, however often the system must be asked. false: errno says why not. */
bool few_write_all(int descriptor, const void *bytes, size_t count);

#endif
