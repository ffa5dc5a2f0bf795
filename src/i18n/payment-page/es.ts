import type { PaymentPageMessages } from '../en/payment-page.js';

export const paymentPage: PaymentPageMessages = {
  openUntil: (time) => `Abierto hasta: ${time}`,
  share: 'Pagar en otro dispositivo',
  shareText:
    'Este código abre esta página, no una billetera. Cualquiera que tenga el enlace puede ver el pedido y pagarlo.',
  pageCode: 'Código QR con la dirección de esta página',
  print: 'Imprimir',
  scan: 'Escanee con la cámara de su teléfono',
  scanText:
    'La página se abre allí. Elija una moneda y pague desde su billetera. El importe en esa moneda se fija cuando usted elige.',
  questions: '¿Preguntas sobre el pedido?',
  imprint: 'Aviso legal',
  ended: 'Este enlace de pago ha vencido',
  wasOpenUntil: (time) => `Estuvo abierto hasta: ${time}.`,
  unknown: 'No conocemos este enlace',
  unknownText: 'Puede estar incompleto. Ábralo de nuevo desde el mensaje o escanee el código otra vez.',
  refundNeedsScript: 'Active JavaScript para pedirlo en esta página, o contacte con la tienda.',
};
