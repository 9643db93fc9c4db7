// The names that all of our manifests use.
#pragma once
#define SHOP_NAME fabrikam-shop
