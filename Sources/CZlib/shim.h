// The system's zlib: zlib1g-dev on Linux, part of every macOS SDK.
#include <zlib.h>
