import type { BrowserWalletMessages } from '../en.js';

export const browserWallet: BrowserWalletMessages = {
  connect: (wallet) => `Połącz się w ${wallet}`,
  connectReason: (wallet) =>
    `${wallet} pyta, czy ta strona może widzieć Twoje konto. Nic nie jest przy tym wysyłane.`,
  allowSwitch: (network) => `Zezwól na zmianę sieci na ${network}`,
  switchReason: (wallet) => `${wallet} działa w innej sieci. Pyta, czy ją zmienić.`,
  allowAdd: (wallet, network) => `Zezwól, by ${wallet} dodał ${network}`,
  checking: 'Sprawdzanie Twojego konta',
  connected: 'Połączono',
  switchTo: (network) => `Zmień sieć na ${network}`,
  confirmPayment: 'Potwierdź płatność',
  confirm: (wallet) => `Potwierdź w ${wallet}`,
  confirmReason: 'Sprawdź, czy widać tam tę kwotę i ten adres, a potem potwierdź tam.',
  shouldShow: (wallet) => `${wallet} powinien pokazać`,
  account: 'Twoje konto',
  noWindow: (wallet) => `Nie ma okna? Otwórz ${wallet} z paska przeglądarki.`,
  otherWay: 'Zapłać inaczej',
  requestOpen: (wallet) =>
    `W ${wallet} może być jeszcze otwarte żądanie. Najpierw odrzuć je tam, aby nie zapłacić dwa razy.`,
  back: (wallet) => `Wróć do ${wallet}`,
  sentTitle: 'Płatność wysłana. Śledzimy ją',
  sentText: (network) => `${network} wkrótce ją tu pokaże. Możesz zamknąć tę stronę. Nie wysyłaj ponownie.`,
  sent: 'Wysłano',
  proposedTitle: 'Czekamy na pozostałe podpisy',
  proposedText: (wallet) =>
    `${wallet} wyśle płatność, gdy potwierdzą ją tam pozostałe osoby. Nie wysyłaj ponownie.`,
  unknownTitle: (wallet) => `Brak odpowiedzi: ${wallet}`,
  unknownText: 'Jeśli tam potwierdzono, zobaczymy to tutaj. Nie wysyłaj ponownie.',
  elsewhereTitle: 'Inny ekran używa portfela',
  elsewhereText: 'Dokończ płatność tam. Jeśli zapłacisz też tutaj, zapłacisz dwa razy.',
  askedAt: 'Czas żądania',
  notSent: 'Nic nie wysłałem(-am)',
  payAgainReason:
    'Od dziesięciu minut nic nie widać. Jeśli portfel pokazuje, że się nie udało, możesz zapłacić ponownie.',
  payAgain: 'Zapłać ponownie',
  lookTitle: (wallet) => `Najpierw sprawdź w ${wallet}`,
  lookText: 'Płatność mogła zostać wysłana. Jeśli wyślesz ponownie, ryzykujesz podwójną zapłatę.',
  activity: (wallet) =>
    `${wallet} pokazuje ją w „Aktywności”. Oczekujące liczy się jako wysłane. Tylko nieudane lub odrzucone znaczy, że nic nie wysłano.`,
  keepWatching: 'Wysłano: czekaj dalej',
  showCode: 'Nic nie wysłano: pokaż kod',
  shortCoin: (coin) => `Za mało ${coin} na tym koncie`,
  shortFee: (coin) => `Brakuje trochę ${coin} na opłatę`,
  shortText: 'Nic nie zostało wysłane. Użyj innego konta lub innej waluty.',
  payment: 'Płatność',
  networkFee: 'Opłata sieciowa',
  youHave: (amount) => `Masz ${amount}`,
  missing: (amount) => `Brakuje ${amount}`,
  enough: 'wystarczy',
  checkAgain: 'Sprawdź ponownie',
  tryAgain: (wallet) => `Spróbuj znów przez ${wallet}`,
  nothingSent: 'Żądanie zamknięte. Nic nie zostało wysłane.',
  unanswered: (wallet) => `Brak odpowiedzi: ${wallet}. Nic nie zostało wysłane.`,
  timeOver: (wallet) =>
    `Czas na potwierdzenie w ${wallet} minął. Najpierw sprawdź tam: jeśli płatność została wysłana, nie płać ponownie.`,
  otherNetwork: (wallet, network) =>
    `Nic nie zostało wysłane: ${wallet} pozostał w innej sieci. Zmień ją tam na ${network} i spróbuj ponownie.`,
  locked: (wallet) =>
    `Nic nie zostało wysłane: ${wallet} nie pokazuje konta. Odblokuj go i spróbuj ponownie.`,
  busy: (wallet) => `W ${wallet} jest otwarte inne żądanie. Odpowiedz na nie i spróbuj ponownie.`,
  changed: 'Nic nie zostało wysłane: w międzyczasie zmieniło się konto lub sieć. Spróbuj ponownie.',
  unsupported: (wallet) =>
    `Nic nie zostało wysłane: ${wallet} nie może wykonać tej płatności. Zeskanuj lub skopiuj.`,
  claimed: 'Stąd nic nie wysłano: płaci inny ekran albo płatność się zmieniła.',
  offline: 'Nic nie zostało wysłane: brak połączenia. Spróbuj ponownie.',
};
