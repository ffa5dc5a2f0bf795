import type { PaymentPageMessages } from '../en/payment-page.js';

export const paymentPage: PaymentPageMessages = {
  openUntil: (time) => `Şu zamana kadar açık: ${time}`,
  share: 'Başka bir cihazda ödeyin',
  shareText:
    'Bu kod bir cüzdanı değil, bu sayfayı açar. Bağlantıya sahip olan herkes siparişi görebilir ve ödeyebilir.',
  pageCode: 'Bu sayfanın adresini içeren QR kodu',
  print: 'Yazdır',
  scan: 'Telefonunuzun kamerasıyla tarayın',
  scanText:
    'Sayfa telefonda açılır. Bir kripto para seçin ve cüzdanınızdan ödeyin. Kripto para tutarı, seçtiğinizde sabitlenir.',
  questions: 'Siparişle ilgili sorularınız mı var?',
  imprint: 'Yasal bilgiler',
  ended: 'Bu ödeme bağlantısının süresi doldu',
  wasOpenUntil: (time) => `Şu zamana kadar açıktı: ${time}.`,
  unknown: 'Bu bağlantıyı tanımıyoruz',
  unknownText: 'Eksik olabilir. Mesajdan yeniden açın veya kodu yeniden tarayın.',
  refundNeedsScript: 'Bunu bu sayfada istemek için JavaScript’i açın veya mağazayla iletişime geçin.',
};
