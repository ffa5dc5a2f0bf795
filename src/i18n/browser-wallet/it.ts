import type { BrowserWalletMessages } from '../en.js';

export const browserWallet: BrowserWalletMessages = {
  connect: (wallet) => `Connettiti in ${wallet}`,
  connectReason: (wallet) =>
    `${wallet} chiede se questa pagina può vedere il tuo account. Con questo non viene inviato nulla.`,
  allowSwitch: (network) => `Consenti il passaggio a ${network}`,
  switchReason: (wallet) => `${wallet} è impostato su un’altra rete. Ti chiede se cambiarla.`,
  allowAdd: (wallet, network) => `Consenti a ${wallet} di aggiungere ${network}`,
  checking: 'Controlliamo il tuo account',
  connected: 'Connesso',
  switchTo: (network) => `Passa a ${network}`,
  confirmPayment: 'Conferma il pagamento',
  confirm: (wallet) => `Conferma in ${wallet}`,
  confirmReason: 'Controlla che mostri questo importo e questo indirizzo, poi conferma lì.',
  shouldShow: (wallet) => `${wallet} dovrebbe mostrare`,
  account: 'Il tuo account',
  noWindow: (wallet) => `Nessuna finestra? Apri ${wallet} dalla barra del browser.`,
  otherWay: 'Paga in altro modo',
  requestOpen: (wallet) =>
    `In ${wallet} potrebbe esserci ancora una richiesta aperta. Rifiutala prima lì, per non pagare due volte.`,
  back: (wallet) => `Torna a ${wallet}`,
  sentTitle: 'Pagamento inviato. Lo seguiamo',
  sentText: (network) =>
    `${network} lo mostrerà qui tra poco. Puoi chiudere questa pagina. Non inviare di nuovo.`,
  sent: 'Inviato',
  proposedTitle: 'Mancano gli altri firmatari',
  proposedText: (wallet) =>
    `${wallet} invierà il pagamento quando gli altri lo avranno confermato lì. Non inviare di nuovo.`,
  unknownTitle: (wallet) => `Nessuna risposta da ${wallet}`,
  unknownText: 'Se hai confermato lì, lo vedremo qui. Non inviare di nuovo.',
  elsewhereTitle: 'Un altro schermo sta usando un wallet',
  elsewhereText: 'Completa il pagamento lì. Se paghi anche qui, paghi due volte.',
  askedAt: 'Ora della richiesta',
  notSent: 'Non l’ho inviato',
  payAgainReason:
    'In dieci minuti non si è visto nulla. Se il tuo wallet mostra che non è riuscito, puoi pagare di nuovo.',
  payAgain: 'Paga di nuovo',
  lookTitle: (wallet) => `Guarda prima in ${wallet}`,
  lookText: 'Il pagamento potrebbe essere stato inviato. Se invii di nuovo, potresti pagare due volte.',
  activity: (wallet) =>
    `${wallet} lo elenca in «Attività». In sospeso vale come inviato. Solo fallito o rifiutato significa che non è stato inviato nulla.`,
  keepWatching: 'Inviato: continua ad aspettare',
  showCode: 'Non inviato: mostra il codice',
  shortCoin: (coin) => `${coin} insufficiente in questo account`,
  shortFee: (coin) => `Manca un po’ di ${coin} per la commissione`,
  shortText: 'Non è stato inviato nulla. Usa un altro account o un’altra moneta.',
  payment: 'Il pagamento',
  networkFee: 'Commissione di rete',
  youHave: (amount) => `Hai ${amount}`,
  missing: (amount) => `Mancano ${amount}`,
  enough: 'sufficiente',
  checkAgain: 'Verifica di nuovo',
  tryAgain: (wallet) => `Riprova con ${wallet}`,
  nothingSent: 'Richiesta chiusa. Non è stato inviato nulla.',
  unanswered: (wallet) => `Nessuna risposta da ${wallet}. Non è stato inviato nulla.`,
  timeOver: (wallet) =>
    `Il tempo per confermare in ${wallet} è scaduto. Guarda prima lì: se il pagamento è stato inviato, non pagare di nuovo.`,
  otherNetwork: (wallet, network) =>
    `Non è stato inviato nulla: ${wallet} è rimasto su un’altra rete. Passa lì a ${network}, poi riprova.`,
  locked: (wallet) =>
    `Non è stato inviato nulla: ${wallet} non mostra alcun account. Sbloccalo, poi riprova.`,
  busy: (wallet) => `In ${wallet} è aperta un’altra richiesta. Rispondi lì, poi riprova.`,
  changed: 'Non è stato inviato nulla: l’account o la rete sono cambiati nel frattempo. Riprova.',
  unsupported: (wallet) =>
    `Non è stato inviato nulla: ${wallet} non può fare questo pagamento. Scansiona o copia.`,
  claimed: 'Da qui non è stato inviato nulla: un altro schermo sta pagando, o il pagamento è cambiato.',
  offline: 'Non è stato inviato nulla: manca la connessione. Riprova.',
};
