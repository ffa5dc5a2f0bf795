import type { PaymentPageMessages } from '../en/payment-page.js';

export const paymentPage: PaymentPageMessages = {
  openUntil: (time) => `Ouvert jusqu’au ${time}`,
  share: 'Payer sur un autre appareil',
  shareText:
    'Ce code ouvre cette page, pas un portefeuille. Toute personne qui a le lien peut voir la commande et la payer.',
  pageCode: 'Code QR avec l’adresse de cette page',
  print: 'Imprimer',
  scan: 'Scannez avec l’appareil photo de votre téléphone',
  scanText:
    'La page s’y ouvre. Choisissez une crypto et payez depuis votre portefeuille. Le montant en crypto est fixé au moment de votre choix.',
  questions: 'Des questions sur la commande ?',
  imprint: 'Mentions légales',
  ended: 'Ce lien de paiement a expiré',
  wasOpenUntil: (time) => `Il était ouvert jusqu’au ${time}.`,
  unknown: 'Nous ne connaissons pas ce lien',
  unknownText:
    'Il est peut-être incomplet. Ouvrez-le à nouveau depuis le message, ou scannez à nouveau le code.',
  refundNeedsScript: 'Activez JavaScript pour le demander sur cette page, ou contactez la boutique.',
};
