#include "BuildInformation.h"

// Package.swift sets it for releases. Otherwise each commit would rebuild what depends on it.
#ifndef SCHEMEREG_COMMIT
#define SCHEMEREG_COMMIT ""
#endif

const char *build_commit(void) { return SCHEMEREG_COMMIT; }
