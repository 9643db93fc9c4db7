#ifndef SHOP_SCHEME
#error "The prefix header comes first."
#endif
#define SHOP_GIFT_SCHEME SHOP_SCHEME-gift
