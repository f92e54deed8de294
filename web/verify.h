/* Verifying proofs: only a server can, which may begin processes. */
#ifndef WEB_VERIFY_H
#define WEB_VERIFY_H

#include "web/request.h"

handler begin_verify;

#endif
