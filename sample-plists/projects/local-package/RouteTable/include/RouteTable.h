#import <Foundation/Foundation.h>

@interface RouteTable : NSObject
+ (instancetype)shared;
- (void)showURL:(NSURL *)url NS_SWIFT_NAME(show(_:));
@end
