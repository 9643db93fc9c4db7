#ifndef INFO_PLIST_H
#define INFO_PLIST_H

#include "Names.h"

#if defined(SHOP_DEBUG) && SHOP_DEBUG
#define SHOP_SCHEME SHOP_NAME-debug
#else
#define SHOP_SCHEME SHOP_NAME
#endif

#endif
