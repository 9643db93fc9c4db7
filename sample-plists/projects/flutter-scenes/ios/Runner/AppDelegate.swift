import Flutter
import UIKit

@main
@objc class AppDelegate: FlutterAppDelegate, FlutterImplicitEngineDelegate {
    func didInitializeImplicitFlutterEngine(_ bridge: FlutterImplicitEngineBridge) {
        registerChannels(with: bridge.applicationRegistrar.messenger())
    }

    private func registerChannels(with messenger: FlutterBinaryMessenger) {}
}
