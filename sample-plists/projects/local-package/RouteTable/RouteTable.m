#import "RouteTable.h"

@implementation RouteTable

+ (instancetype)shared {
    static RouteTable *table;
    static dispatch_once_t once;
    dispatch_once(&once, ^{ table = [[RouteTable alloc] init]; });
    return table;
}

- (void)showURL:(NSURL *)url {
    NSLog(@"%@", url.path);
}

@end
