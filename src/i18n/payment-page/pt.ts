import type { PaymentPageMessages } from '../en/payment-page.js';

export const paymentPage: PaymentPageMessages = {
  openUntil: (time) => `Aberto até ${time}`,
  share: 'Pagar em outro dispositivo',
  shareText:
    'Este código abre esta página, não uma carteira. Qualquer pessoa com o link pode ver o pedido e pagá-lo.',
  pageCode: 'Código QR com o endereço desta página',
  print: 'Imprimir',
  scan: 'Leia com a câmera do celular',
  scanText:
    'A página abre no celular. Escolha uma moeda e pague com a sua carteira. O valor nessa moeda é fixado quando você escolhe.',
  questions: 'Dúvidas sobre o pedido?',
  imprint: 'Informações legais',
  ended: 'Este link de pagamento expirou',
  wasOpenUntil: (time) => `Ele ficou aberto até ${time}.`,
  unknown: 'Não conhecemos este link',
  unknownText: 'Ele pode estar incompleto. Abra-o de novo pela mensagem ou leia o código outra vez.',
  refundNeedsScript: 'Ative o JavaScript para pedir nesta página, ou fale com a loja.',
};
