import type { Messages } from './en.js';
import { plural } from './plural.js';

/** German. */
export const de: Messages = {
  lang: 'de',

  card: 'Mit Krypto bezahlen',
  order: (id) => `Bestellung ${id}`,
  total: 'Gesamt',
  testMode: 'Testmodus',
  theShop: 'Der Shop',
  help: 'Hilfe',
  language: 'Sprache',
  loading: 'Ihre Zahlung wird geöffnet …',
  opening: 'Wird geöffnet …',
  close: 'Schließen',
  confirmClose:
    'Wir behalten Ihre Zahlung im Blick und informieren den Shop. Sie können dieses Fenster schließen.',
  stay: 'Hier bleiben',
  returnStopped: 'Die automatische Rückkehr zum Shop wurde gestoppt.',
  helpTitle: 'Hilfe zu dieser Zahlung',
  helpText: 'Senden Sie diese Angaben an den Shop: Mehr braucht er nicht, um Ihre Zahlung zu finden.',

  choose: 'Wie möchten Sie bezahlen?',
  search: 'Coin oder Netzwerk suchen',
  clearSearch: 'Suche löschen',
  coins: 'Coins',
  recent: 'Zuletzt',
  usedLast: 'Zuletzt verwendet',
  results: 'Suchergebnisse',
  stablecoins: 'Stablecoins',
  otherCoins: 'Weitere Coins',
  networkCount: plural('de', { one: '# Netzwerk', other: '# Netzwerke' }),
  coinOnNetwork: (coin, network) => `${coin} über ${network}`,
  unavailable: 'Zurzeit nicht verfügbar',
  nothingToChoose: 'Zurzeit ist kein Coin verfügbar. Bitte versuchen Sie es später erneut.',
  chooseNetwork: (coin) => `${coin} über welches Netzwerk?`,
  chooseNetworkReason:
    'Wählen Sie das Netzwerk, über das Ihre Wallet oder Börse sendet. Die Adresse funktioniert nur dort.',
  backToCoins: 'Zurück zu den Coins',
  backToPayment: 'Zurück zur Zahlung',
  nothingMatches: (query) => `Kein Treffer für „${query}“.`,
  shopAccepts: (coins, networks) =>
    `Dieser Shop nimmt ${plural('de', { one: '# Coin', other: '# Coins' })(coins)} über ${plural('de', { one: '# Netzwerk', other: '# Netzwerke' })(networks)} an.`,
  matches: (count, of, query) =>
    `${plural('de', { one: `# von ${of} passt`, other: `# von ${of} passen` })(count)} zu „${query}“.`,
  showAll: 'Alle anzeigen',
  priceFixedOnChoice: 'Der Preis wird mit Ihrer Auswahl festgelegt.',
  chooseCoin: 'Coin wählen',
  chooseFirst: 'Wählen Sie einen Coin und sein Netzwerk.',
  notOffered: (coin) =>
    `${coin} ist zurzeit nicht verfügbar. Wählen Sie einen anderen Coin oder ein anderes Netzwerk.`,

  emailTitle: 'Ihre E-Mail-Adresse',
  emailReason: (shop) =>
    `${shop} bittet vor der Zahlung darum, um Ihnen zu dieser Bestellung schreiben zu können.`,
  email: 'E-Mail',
  emailMissing: 'Geben Sie eine Adresse wie name@example.com ein.',
  backToChoice: 'Zurück zu Coins und Netzwerken',
  youPayWith: 'Sie zahlen mit',
  next: 'Weiter',
  priceFixedOnContinue: 'Der Preis wird festgelegt, wenn Sie fortfahren.',

  gettingAddress: 'Ihre Zahlungsadresse wird abgerufen …',
  sendExactly: 'Senden Sie genau',
  sendRemaining: 'Senden Sie den Rest',
  onNetwork: (network) => `über ${network}`,
  sendSentence: (amount, network) => `Senden Sie genau ${amount} über das Netzwerk ${network}.`,
  change: 'Ändern',
  changeLong: 'Coin oder Netzwerk ändern',
  changeNote:
    'Mit einer anderen Auswahl erhalten Sie eine neue Adresse. Senden Sie dann nichts mehr an die alte. Wir überwachen sie weiter: Geld, das schon unterwegs ist, geht nicht verloren.',
  toAddress: 'An diese Adresse',
  compareGroups: 'Vergleichen Sie die markierten Gruppen in Ihrer Wallet.',
  markedGroups: (groups) => `Markierte Gruppen: ${groups}`,
  addressOnly: 'Enthält nur die Adresse',
  includeAmount: 'Mit Betrag',
  qrAddress: (address) => `QR-Code mit der Adresse ${address}`,
  qrAmount: (address, amount) => `QR-Code mit ${amount} und der Adresse ${address}`,
  enlarge: 'Code größer zeigen',
  networkWarning: (coin, network) =>
    `Senden Sie nur ${coin} und nur über das Netzwerk ${network}. Über ein anderes Netzwerk gesendete Coins können nicht zurückgeholt werden.`,
  feeByPayer: (fee) => `Inkl. Gebühr ${fee}`,
  feeByShop: (fee) => `Gebühr ${fee}, zahlt der Shop`,
  receivedOf: (paid, amount) => `${paid} von ${amount} erhalten`,
  receivedSoFar: 'Bisher erhalten',
  partialAnnouncement: (paid, amount, due) => `${paid} von ${amount} erhalten, ${due} noch zu senden.`,

  copy: 'Kopieren',
  copyAmount: 'Betrag kopieren',
  copyAddress: 'Adresse kopieren',
  copyReference: 'Referenz kopieren',
  copyDetails: 'Angaben kopieren',
  copied: 'Kopiert',
  copiedAmount: (amount) => `Betrag kopiert: ${amount}`,
  copiedAddress: (network) => `Adresse kopiert. Senden Sie nur über das Netzwerk ${network}.`,
  copyBlocked: 'Der Text ist markiert. Drücken Sie Ctrl+C oder ⌘C, um ihn zu kopieren.',
  copyChanged:
    'Etwas auf diesem Gerät hat das Kopierte verändert. Fügen Sie es nicht ein: Scannen Sie den Code oder vergleichen Sie jedes Zeichen.',

  wallet: {
    open: 'In Wallet öffnen',
    other: 'Wallet-App auf diesem Gerät',
    check: (amount, network) =>
      `Bevor Sie senden, sollte die Wallet anzeigen: ${amount} über das Netzwerk ${network}.`,
  },
  exchange: {
    open: 'Von einer Börse senden',
    amountToArrive: 'Genau so viel muss ankommen',
    explanation:
      'Börsen ziehen ihre Gebühr oft von dem Betrag ab, den Sie eingeben. Rechnen Sie sie hier hinzu.',
    fee: 'Auszahlungs\u00adgebühr',
    amountToEnter: 'Bei der Börse eingeben',
    feeAddedOnTop: (amount) =>
      `Wird die Gebühr bei Ihrer Börse zusätzlich berechnet? Dann geben Sie ${amount} ein.`,
    amountToReceive: (amount) => `Die Börse sollte anzeigen: Sie erhalten ${amount}.`,
    amountAnnouncement: (amount) => `Geben Sie bei der Börse ${amount} ein.`,
    minimumTooHigh:
      'Ist die Mindestauszahlung dort höher? Senden Sie keinen höheren Betrag: Nutzen Sie eine Wallet oder einen anderen Coin.',
    ambiguousComma:
      'Ein Komma kann hier zweierlei bedeuten. Setzen Sie einen Punkt vor die Nachkommastellen.',
    invalidNumber: 'Geben Sie die Gebühr in Ziffern ein, zum Beispiel 0.5.',
    tooManyDecimals: (coin, count) =>
      `${coin} hat höchstens ${plural('de', { one: '# Nachkommastelle', other: '# Nachkommastellen' })(count)}.`,
  },
  phone: {
    open: 'Am Handy fortsetzen',
    title: 'Auf Ihrem Handy',
    text: 'Scannen Sie den Code mit dem Handy. Dort öffnet sich diese Zahlung, mit demselben Preis und derselben Restzeit.',
    qrLabel: 'QR-Code, der diese Zahlung auf einem Handy öffnet',
    qrCaption: 'Öffnet diese Zahlung',
    copy: 'Link kopieren',
    copied: 'Link kopiert.',
    phonePending: 'Zahlen Sie am Handy: Sobald die Zahlung ankommt, sehen Sie es hier.',
    back: 'Zurück zum Zahlungscode',
  },
  notLoaded: 'Dies konnte nicht geladen werden. Bitte versuchen Sie es erneut.',

  timeLeft: 'Verbleibende Zeit',
  minutesLeft: plural('de', { one: 'Noch # Minute.', other: 'Noch # Minuten.' }),
  secondsLeft: plural('de', { one: 'Noch # Sekunde.', other: 'Noch # Sekunden.' }),
  heldUntil: (time) => `Preis gilt bis ${time}`,
  sendSoon: (time) => `Bitte bald senden: Preis gilt bis ${time}`,
  lastMinute: 'Noch weniger als eine Minute.',

  cancel: 'Zahlung abbrechen',
  confirmCancel: 'Diese Zahlung abbrechen?',
  cancelYes: 'Ja, abbrechen',
  cancelNo: 'Beibehalten',
  canceling: 'Wird abgebrochen …',
  returnToShop: 'Zurück zum Shop',
  returning: (seconds) => `Zurück zum Shop in ${seconds} s.`,
  returnStop: (stay) => `„${stay}“ hält das an.`,
  hostedPage: 'Zahlungsseite öffnen',
  contactShop: 'Kontakt zum Shop',
  newPrice: 'Neuer Preis',
  startAgain: 'Neu beginnen',
  tryAgain: 'Wiederholen',
  reloadPage: 'Seite neu laden',
  tryNow: 'Jetzt prüfen',
  changeCoin: 'Coin wechseln',

  amountRequested: 'Gefordert',
  received: 'Erhalten',
  surplus: 'Zu viel',
  amountDue: 'Fehlt',
  network: 'Netzwerk',
  transaction: 'Transaktion',
  moreTransactions: (count) => `und ${count} weitere`,
  reference: 'Referenz',
  orderLabel: 'Bestellung',
  priceHeldUntil: 'Preis gilt bis',

  detected: {
    title: 'Wir sehen Ihre Transaktion',
    text: (network) =>
      `${network} bestätigt Ihre Transaktion gerade. Sie können diese Seite schließen; Sie müssen nichts weiter tun.`,
    amount: 'Unterwegs',
    detectedOn: (network) => `Auf ${network} gesehen`,
    confirming: 'Wird bestätigt',
    minute: 'oft höchstens eine Minute',
    minutes: (from, to) => `oft ${from} bis ${to} Min.`,
    paid: 'Bezahlt',
  },
  processing: {
    title: 'Ihre Zahlung wird verarbeitet',
    text: 'Wir fragen den Stand laufend ab. Sie können diese Seite schließen; Sie müssen nichts weiter tun.',
  },
  paid: {
    title: 'Bezahlt. Vielen Dank.',
    text: (shop) => `${shop} hat Ihre Zahlung erhalten.`,
    amount: 'Bezahlt',
  },
  overpaid: {
    title: (extra) => `Bezahlt, ${extra} zu viel`,
    text: 'Ihre Bestellung ist vollständig bezahlt. Der Shop sieht die Differenz: Nennen Sie ihm die Referenz, um sie zurückzufordern.',
  },
  checking: {
    title: 'Wir suchen noch einmal nach Ihrer Zahlung',
    text: 'Die Zeit für diesen Preis ist abgelaufen. Falls Sie schon gesendet haben, ist das Geld vielleicht unterwegs. Bitte senden Sie jetzt nichts.',
    status: 'Das Netzwerk wird abgefragt. Das dauert einige Sekunden.',
  },
  expired: {
    title: 'Die Zeit für diesen Preis ist abgelaufen',
    text: 'Bisher ist nichts angekommen. Beginnen Sie neu zum aktuellen Preis: Das geht schnell und Ihre Bestellung bleibt erhalten.',
    alreadySent: 'Schon gesendet?',
    monitoredUntil: (until) =>
      `Wir überwachen die Adresse weiter bis ${until}. Eingehendes Geld wird Ihrer Bestellung zugeordnet.`,
  },
  expiredPartial: {
    title: 'Ein Teil der Zahlung ist da',
    text: (paid, amount) =>
      `Wir haben ${paid} von ${amount} erhalten. Bitte senden Sie nichts mehr: Der Shop klärt das mit Ihnen.`,
  },
  late: {
    title: 'Ihre Zahlung kam nach Ablauf der Zeit an',
    text: 'Sie ist da und sicher. Der Shop entscheidet, wie Ihre Bestellung abgeschlossen wird.',
  },
  canceled: {
    title: 'Diese Zahlung wurde abgebrochen',
    text: 'Bitte senden Sie nichts an die alte Adresse. Falls Sie es schon getan haben, sehen wir es trotzdem und informieren den Shop.',
  },
  monitoredUntil: (moment) => `Überwacht bis ${moment}`,
  mayClose: 'Sie können diese Seite schließen.',
  lastChecked: (time) => `Zuletzt geprüft: ${time}.`,
  keepChecking: 'Wir prüfen weiter.',
  trouble: 'Verbindungsproblem.',
  paymentSafe: 'Ihre Zahlung ist sicher.',
  nothingLost: 'Nichts ist verloren: Wir prüfen erneut.',

  deposit: {
    card: 'Krypto einzahlen',
    choose: 'Was möchten Sie senden?',
    title: (coin) => `Ihre Adresse für ${coin}`,
    reusable:
      'Diese Adresse gehört Ihnen und bleibt gleich. Nutzen Sie sie, so oft Sie möchten, für jeden Betrag.',
    copyEachTime:
      'Kopieren Sie die Adresse jedes Mal von hier, nicht aus dem Verlauf Ihrer Wallet: Dort verstecken sich ähnlich aussehende Adressen.',
    confirmation: 'Bestätigung',
    changeNote:
      'Jeder Coin hat in jedem Netzwerk eine eigene Adresse. Die Adresse, die Sie haben, bleibt gültig.',
    back: 'Zurück zur Adresse',
    slow: 'Es dauert noch einen Moment …',
  },

  problem: {
    retryOrSendDetails: 'Versuchen Sie es erneut oder senden Sie diese Angaben an den Shop.',
    openAgain: 'Gehen Sie zurück zum Shop und öffnen Sie diese Seite erneut.',
    newLink: 'Bitten Sie den Shop um einen neuen Link.',
    sendDetails: 'Bitte senden Sie diese Angaben an den Shop.',
    address: {
      title: 'Wir konnten keine Adresse abrufen',
      text: 'Ihnen wurde nichts berechnet und Ihre Bestellung bleibt erhalten.',
    },
    open: 'Wir konnten die Zahlung nicht öffnen',
    cancel: {
      title: 'Wir konnten die Zahlung nicht abbrechen',
      text: 'Die Zahlung hat sich inzwischen vielleicht geändert. Sehen Sie sie noch einmal an, bevor Sie entscheiden.',
    },
    link: 'Dieser Link funktioniert nicht mehr',
    coin: {
      title: 'Dieser Coin ist zurzeit nicht verfügbar',
      text: 'Ihnen wurde nichts berechnet und Ihre Bestellung bleibt erhalten. Bitte wählen Sie einen anderen Coin.',
    },
    paymentDetected: {
      title: 'Ihre Zahlung ist schon unterwegs',
      text: 'Wir sehen schon eine Zahlung für diese Bestellung, daher kann der Coin jetzt nicht gewechselt werden.',
    },
    closed: {
      title: 'Für diese Bestellung ist nichts mehr zu zahlen',
      text: 'Die Bestellung ist schon bezahlt. Bitte senden Sie nichts mehr.',
    },
    selectedCurrency: 'Gewählt',
    state: 'Status',
    version: 'Version',
    code: 'Problem',
    when: 'Wann',
    request: (id) => `Anfrage ${id}`,
    requestLabel: 'Anfrage',
    noSecrets: 'Enthält keine Schlüssel oder Geheimnisse',
    detailsCopied: 'Angaben kopiert.',
    referenceCopied: (reference) => `Referenz kopiert: ${reference}`,
  },

  badge: {
    loading: 'Wird geöffnet',
    choosing: 'Noch nicht gewählt',
    creating: 'Adresse wird geholt',
    awaiting: 'Warten auf Zahlung',
    detected: 'Zahlung gesehen',
    processing: 'In Bearbeitung',
    partial: 'Teils bezahlt',
    paid: 'Bezahlt',
    overpaid: 'Zu viel bezahlt',
    checking: 'Wird geprüft',
    expired: 'Abgelaufen',
    expired_partial: 'Abgelaufen, teils bezahlt',
    late: 'Zu spät da',
    canceled: 'Abgebrochen',
    stale: 'Nicht aktuell',
    error: 'Problem',
  },
};
