import type { PaymentPageMessages } from '../en/payment-page.js';

export const paymentPage: PaymentPageMessages = {
  openUntil: (time) => `Otwarte do ${time}`,
  share: 'Zapłać na innym urządzeniu',
  shareText:
    'Ten kod otwiera tę stronę, a nie portfel. Każdy, kto ma link, może zobaczyć zamówienie i je opłacić.',
  pageCode: 'Kod QR z adresem tej strony',
  print: 'Drukuj',
  scan: 'Zeskanuj aparatem telefonu',
  scanText:
    'Strona otworzy się w telefonie. Wybierz kryptowalutę i zapłać ze swojego portfela. Kwota w tej kryptowalucie zostanie ustalona w chwili wyboru.',
  questions: 'Pytania dotyczące zamówienia?',
  imprint: 'Informacje prawne',
  ended: 'Ten link do płatności wygasł',
  wasOpenUntil: (time) => `Był otwarty do ${time}.`,
  unknown: 'Nie znamy tego linku',
  unknownText: 'Może być niekompletny. Otwórz go ponownie z wiadomości albo zeskanuj kod jeszcze raz.',
  refundNeedsScript: 'Włącz JavaScript, aby poprosić o to na tej stronie, albo napisz do sklepu.',
};
