import NotificationCenter
import UIKit

class TodayViewController: UIViewController, NCWidgetProviding {
    @IBAction func roll() {
        guard let url = URL(string: "fabrikam-dice://roll") else { return }
        extensionContext?.open(url)
    }
}
