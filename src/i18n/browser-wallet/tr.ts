import type { BrowserWalletMessages } from '../en.js';

export const browserWallet: BrowserWalletMessages = {
  connect: (wallet) => `${wallet} içinde bağlanın`,
  connectReason: (wallet) =>
    `${wallet}, bu sayfanın hesabınızı görüp göremeyeceğini soruyor. Bununla hiçbir şey gönderilmez.`,
  allowSwitch: (network) => `${network} ağına geçişe izin verin`,
  switchReason: (wallet) => `${wallet} başka bir ağa ayarlı. Geçiş yapılsın mı diye soruyor.`,
  allowAdd: (wallet, network) => `${wallet} cüzdanına ${network} ağını ekleme izni verin`,
  checking: 'Hesabınız kontrol ediliyor',
  connected: 'Bağlandı',
  switchTo: (network) => `${network} ağına geç`,
  confirmPayment: 'Ödemeyi onayla',
  confirm: (wallet) => `${wallet} içinde onaylayın`,
  confirmReason: 'Orada bu tutarın ve bu adresin göründüğünü kontrol edip orada onaylayın.',
  shouldShow: (wallet) => `${wallet} şunu göstermeli`,
  account: 'Hesabınız',
  noWindow: (wallet) => `Pencere yok mu? ${wallet} cüzdanını tarayıcının araç çubuğundan açın.`,
  otherWay: 'Başka yolla öde',
  requestOpen: (wallet) =>
    `${wallet} içinde hâlâ açık bir istek olabilir. İki kez ödememek için önce orada reddedin.`,
  back: (wallet) => `${wallet} cüzdanına dön`,
  sentTitle: 'Ödeme gönderildi. Takip ediyoruz',
  sentText: (network) =>
    `${network} onu birazdan burada gösterir. Bu sayfayı kapatabilirsiniz. Lütfen tekrar göndermeyin.`,
  sent: 'Gönderildi',
  proposedTitle: 'Diğer imzalar bekleniyor',
  proposedText: (wallet) =>
    `Diğerleri orada onaylayınca ${wallet} ödemeyi gönderir. Lütfen tekrar göndermeyin.`,
  unknownTitle: (wallet) => `${wallet} yanıt vermedi`,
  unknownText: 'Orada onayladıysanız bunu burada görürüz. Lütfen tekrar göndermeyin.',
  elsewhereTitle: 'Başka bir ekran cüzdan kullanıyor',
  elsewhereText: 'Ödemeyi orada tamamlayın. Burada da öderseniz iki kez ödersiniz.',
  askedAt: 'İstek saati',
  notSent: 'Göndermedim',
  payAgainReason:
    'On dakikadır hiçbir şey görülmedi. Cüzdanınız başarısız olduğunu gösteriyorsa tekrar ödeyebilirsiniz.',
  payAgain: 'Tekrar öde',
  lookTitle: (wallet) => `Önce ${wallet} içine bakın`,
  lookText: 'Ödeme gönderilmiş olabilir. Tekrar gönderirseniz iki kez ödemiş olabilirsiniz.',
  activity: (wallet) =>
    `${wallet} onu “Etkinlik” altında listeler. Bekleyen, gönderilmiş sayılır. Yalnızca başarısız veya reddedilmiş ise hiçbir şey gönderilmemiştir.`,
  keepWatching: 'Gönderildi: beklemeye devam',
  showCode: 'Gönderilmedi: kodu göster',
  shortCoin: (coin) => `Bu hesapta yeterli ${coin} yok`,
  shortFee: (coin) => `Ücret için biraz ${coin} eksik`,
  shortText: 'Hiçbir şey gönderilmedi. Başka bir hesap veya başka bir kripto para kullanın.',
  payment: 'Ödeme',
  networkFee: 'Ağ ücreti',
  youHave: (amount) => `Sizde ${amount} var`,
  missing: (amount) => `${amount} eksik`,
  enough: 'yeterli',
  checkAgain: 'Tekrar kontrol et',
  tryAgain: (wallet) => `${wallet} ile tekrar dene`,
  nothingSent: 'İstek kapandı. Hiçbir şey gönderilmedi.',
  unanswered: (wallet) => `${wallet} yanıt vermedi. Hiçbir şey gönderilmedi.`,
  timeOver: (wallet) =>
    `${wallet} içinde onaylama süresi doldu. Önce oraya bakın: ödeme gönderildiyse tekrar ödemeyin.`,
  otherNetwork: (wallet, network) =>
    `Hiçbir şey gönderilmedi: ${wallet} başka bir ağda kaldı. Orada ${network} ağına geçip tekrar deneyin.`,
  locked: (wallet) => `Hiçbir şey gönderilmedi: ${wallet} hesap göstermiyor. Kilidini açıp tekrar deneyin.`,
  busy: (wallet) => `${wallet} içinde başka bir istek açık. Onu yanıtlayıp tekrar deneyin.`,
  changed: 'Hiçbir şey gönderilmedi: bu arada hesap veya ağ değişti. Tekrar deneyin.',
  unsupported: (wallet) =>
    `Hiçbir şey gönderilmedi: ${wallet} bu ödemeyi yapamıyor. Tarayın veya kopyalayın.`,
  claimed: 'Buradan hiçbir şey gönderilmedi: başka bir ekran ödüyor veya ödeme değişti.',
  offline: 'Hiçbir şey gönderilmedi: bağlantı yok. Tekrar deneyin.',
};
