import NotificationCenter
import UIKit

class TodayViewController: UIViewController, NCWidgetProviding {
    @IBAction func roll() {
        guard let url = URL(string: "fabrikam-dices://roll") else { return }
        extensionContext?.open(url)
    }
}
