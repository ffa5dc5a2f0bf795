import type { BrowserWalletMessages } from '../en.js';

export const browserWallet: BrowserWalletMessages = {
  connect: (wallet) => `In ${wallet} verbinden`,
  connectReason: (wallet) =>
    `${wallet} fragt, ob diese Seite Ihr Konto sehen darf. Dabei wird nichts gesendet.`,
  allowSwitch: (network) => `Wechsel zu ${network} erlauben`,
  switchReason: (wallet) =>
    `${wallet} ist auf ein anderes Netzwerk eingestellt und fragt, ob Sie wechseln möchten.`,
  allowAdd: (wallet, network) => `Erlauben Sie ${wallet}, ${network} hinzuzufügen`,
  checking: 'Ihr Konto wird geprüft',
  connected: 'Verbunden',
  switchTo: (network) => `Zu ${network} wechseln`,
  confirmPayment: 'Zahlung bestätigen',
  confirm: (wallet) => `In ${wallet} bestätigen`,
  confirmReason: 'Prüfen Sie, ob dort dieser Betrag und diese Adresse stehen, und bestätigen Sie dann dort.',
  shouldShow: (wallet) => `${wallet} sollte anzeigen`,
  account: 'Ihr Konto',
  noWindow: (wallet) => `Kein Fenster? Öffnen Sie ${wallet} über die Symbolleiste des Browsers.`,
  otherWay: 'Anders bezahlen',
  requestOpen: (wallet) =>
    `In ${wallet} ist vielleicht noch eine Anfrage offen. Lehnen Sie sie dort zuerst ab, damit Sie nicht doppelt bezahlen.`,
  back: (wallet) => `Zurück zu ${wallet}`,
  sentTitle: 'Gesendet. Wir warten auf die Zahlung',
  sentText: (network) =>
    `${network} zeigt sie bald hier an. Sie können diese Seite schließen. Bitte senden Sie nicht noch einmal.`,
  sent: 'Gesendet',
  proposedTitle: 'Die anderen müssen noch unterschreiben',
  proposedText: (wallet) =>
    `${wallet} sendet die Zahlung, sobald die anderen sie dort bestätigt haben. Bitte senden Sie nicht noch einmal.`,
  unknownTitle: (wallet) => `Keine Antwort von ${wallet}`,
  unknownText:
    'Wenn Sie dort bestätigt haben, sehen wir die Zahlung hier. Bitte senden Sie nicht noch einmal.',
  elsewhereTitle: 'Wallet-Anfrage auf anderem Bildschirm',
  elsewhereText: 'Schließen Sie die Zahlung dort ab. Wenn Sie auch hier bezahlen, bezahlen Sie doppelt.',
  askedAt: 'Angefragt um',
  notSent: 'Ich habe nichts gesendet',
  payAgainReason:
    'Seit zehn Minuten ist nichts zu sehen. Wenn Ihre Wallet einen Fehlschlag anzeigt, können Sie noch einmal bezahlen.',
  payAgain: 'Noch einmal bezahlen',
  lookTitle: (wallet) => `Sehen Sie zuerst in ${wallet} nach`,
  lookText:
    'Die Zahlung wurde vielleicht gesendet. Wenn Sie noch einmal senden, bezahlen Sie vielleicht doppelt.',
  activity: (wallet) =>
    `${wallet} führt sie unter „Aktivität“. Ausstehend gilt als gesendet. Nur fehlgeschlagen oder abgelehnt heißt, dass nichts gesendet wurde.`,
  keepWatching: 'Gesendet: weiter warten',
  showCode: 'Nichts gesendet: Code zeigen',
  shortCoin: (coin) => `Nicht genug ${coin} auf diesem Konto`,
  shortFee: (coin) => `Für die Gebühr fehlt etwas ${coin}`,
  shortText: 'Es wurde nichts gesendet. Nehmen Sie ein anderes Konto oder einen anderen Coin.',
  payment: 'Die Zahlung',
  networkFee: 'Netzwerkgebühr',
  youHave: (amount) => `Vorhanden: ${amount}`,
  missing: (amount) => `Es fehlen ${amount}`,
  enough: 'reicht',
  checkAgain: 'Erneut prüfen',
  tryAgain: (wallet) => `Erneut mit ${wallet} versuchen`,
  nothingSent: 'Anfrage beendet, nichts gesendet.',
  unanswered: (wallet) => `Keine Antwort von ${wallet}. Es wurde nichts gesendet.`,
  timeOver: (wallet) =>
    `Die Zeit zum Bestätigen in ${wallet} ist um. Sehen Sie zuerst dort nach: Wurde die Zahlung gesendet, zahlen Sie nicht noch einmal.`,
  otherNetwork: (wallet, network) =>
    `Nichts gesendet: ${wallet} blieb in einem anderen Netzwerk. Wechseln Sie dort zu ${network}, und versuchen Sie es erneut.`,
  locked: (wallet) =>
    `Es wurde nichts gesendet: ${wallet} zeigt kein Konto. Entsperren Sie die Wallet und versuchen Sie es noch einmal.`,
  busy: (wallet) =>
    `In ${wallet} ist eine andere Anfrage offen. Beantworten Sie sie dort und versuchen Sie es noch einmal.`,
  changed:
    'Es wurde nichts gesendet: Konto oder Netzwerk haben sich zwischendurch geändert. Versuchen Sie es noch einmal.',
  unsupported: (wallet) =>
    `Es wurde nichts gesendet: ${wallet} kann diese Zahlung nicht ausführen. Scannen oder kopieren Sie stattdessen.`,
  claimed:
    'Von hier wurde nichts gesendet: Ein anderer Bildschirm bezahlt gerade, oder die Zahlung hat sich geändert.',
  offline: 'Es wurde nichts gesendet: Es besteht keine Verbindung. Versuchen Sie es noch einmal.',
};
