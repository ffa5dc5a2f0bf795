import type { PaymentPageMessages } from '../en/payment-page.js';

export const paymentPage: PaymentPageMessages = {
  openUntil: (time) => `Aperto fino a: ${time}`,
  share: 'Paga su un altro dispositivo',
  shareText:
    'Questo codice apre questa pagina, non un wallet. Chiunque abbia il link può vedere l’ordine e pagarlo.',
  pageCode: 'Codice QR con l’indirizzo di questa pagina',
  print: 'Stampa',
  scan: 'Scansiona con la fotocamera del telefono',
  scanText:
    'La pagina si apre lì. Scegli una moneta e paga dal tuo wallet. L’importo in quella moneta viene fissato quando scegli.',
  questions: 'Domande sull’ordine?',
  imprint: 'Note legali',
  ended: 'Questo link di pagamento è scaduto',
  wasOpenUntil: (time) => `Era aperto fino a: ${time}.`,
  unknown: 'Non conosciamo questo link',
  unknownText: 'Potrebbe essere incompleto. Aprilo di nuovo dal messaggio o scansiona di nuovo il codice.',
  refundNeedsScript: 'Attiva JavaScript per chiederlo in questa pagina, o contatta il negozio.',
};
