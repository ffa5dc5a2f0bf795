import type { PaymentPageMessages } from '../en/payment-page.js';

export const paymentPage: PaymentPageMessages = {
  openUntil: (time) => `Offen bis ${time}`,
  share: 'Auf einem anderen Gerät bezahlen',
  shareText:
    'Dieser Code öffnet diese Seite, keine Wallet. Jeder, der den Link hat, kann die Bestellung sehen und bezahlen.',
  pageCode: 'QR-Code mit der Adresse dieser Seite',
  print: 'Drucken',
  scan: 'Mit der Handykamera scannen',
  scanText:
    'Dort öffnet sich die Seite. Wählen Sie einen Coin und bezahlen Sie mit Ihrer Wallet. Der Betrag in Coins wird mit Ihrer Auswahl festgelegt.',
  questions: 'Fragen zur Bestellung?',
  imprint: 'Impressum',
  ended: 'Dieser Zahlungslink ist abgelaufen',
  wasOpenUntil: (time) => `Er war offen bis ${time}.`,
  unknown: 'Wir kennen diesen Link nicht',
  unknownText:
    'Vielleicht ist er unvollständig. Öffnen Sie ihn noch einmal aus der Nachricht, oder scannen Sie den Code noch einmal.',
  refundNeedsScript:
    'Schalten Sie JavaScript ein, um es auf dieser Seite zurückzuverlangen, oder wenden Sie sich an den Shop.',
};
