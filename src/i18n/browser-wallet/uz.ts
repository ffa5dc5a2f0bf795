import type { BrowserWalletMessages } from '../en.js';

export const browserWallet: BrowserWalletMessages = {
  connect: (wallet) => `${wallet} ichida ulaning`,
  connectReason: (wallet) =>
    `${wallet} bu sahifa hisobingizni koʻra oladimi, deb soʻrayapti. Bunda hech narsa yuborilmaydi.`,
  allowSwitch: (network) => `${network} tarmogʻiga oʻtishga ruxsat bering`,
  switchReason: (wallet) => `${wallet} boshqa tarmoqqa sozlangan. Oʻtish kerakmi, deb soʻrayapti.`,
  allowAdd: (wallet, network) => `${wallet} hamyoniga ${network} tarmogʻini qoʻshishga ruxsat bering`,
  checking: 'Hisobingiz tekshirilmoqda',
  connected: 'Ulandi',
  switchTo: (network) => `${network} tarmogʻiga oʻtish`,
  confirmPayment: 'Toʻlovni tasdiqlash',
  confirm: (wallet) => `${wallet} ichida tasdiqlang`,
  confirmReason: 'U yerda shu summa va shu manzil koʻrsatilganini tekshirib, oʻsha yerda tasdiqlang.',
  shouldShow: (wallet) => `${wallet} buni koʻrsatishi kerak`,
  account: 'Hisobingiz',
  noWindow: (wallet) => `Oyna yoʻqmi? ${wallet} hamyonini brauzer panelidan oching.`,
  otherWay: 'Boshqacha toʻlash',
  requestOpen: (wallet) =>
    `${wallet} ichida soʻrov hali ochiq boʻlishi mumkin. Ikki marta toʻlamaslik uchun avval uni oʻsha yerda rad eting.`,
  back: (wallet) => `${wallet} hamyoniga qaytish`,
  sentTitle: 'Yuborildi. Toʻlovni kutyapmiz',
  sentText: (network) =>
    `${network} uni tez orada shu yerda koʻrsatadi. Bu sahifani yopsangiz boʻladi. Qayta yubormang.`,
  sent: 'Yuborildi',
  proposedTitle: 'Boshqa imzolar kutilmoqda',
  proposedText: (wallet) =>
    `Boshqalar oʻsha yerda tasdiqlaganda ${wallet} toʻlovni yuboradi. Qayta yubormang.`,
  unknownTitle: (wallet) => `${wallet} javob bermadi`,
  unknownText: 'Oʻsha yerda tasdiqlagan boʻlsangiz, buni shu yerda koʻramiz. Qayta yubormang.',
  elsewhereTitle: 'Boshqa ekran hamyondan soʻrayapti',
  elsewhereText: 'Toʻlovni oʻsha yerda yakunlang. Bu yerda ham toʻlasangiz, ikki marta toʻlaysiz.',
  askedAt: 'Soʻralgan vaqti',
  notSent: 'Men yubormadim',
  payAgainReason:
    'Oʻn daqiqada hech narsa koʻrinmadi. Hamyoningiz toʻlov muvaffaqiyatsiz boʻlganini koʻrsatsa, qayta toʻlashingiz mumkin.',
  payAgain: 'Qayta toʻlash',
  lookTitle: (wallet) => `Avval ${wallet} ichiga qarang`,
  lookText: 'Toʻlov yuborilgan boʻlishi mumkin. Qayta yuborsangiz, ikki marta toʻlashingiz mumkin.',
  activity: (wallet) =>
    `${wallet} uni “Faollik” boʻlimida koʻrsatadi. Kutilayotgani yuborilgan hisoblanadi. Faqat muvaffaqiyatsiz yoki rad etilgan boʻlsa, hech narsa yuborilmagan.`,
  keepWatching: 'Yuborildi: kutishda davom etish',
  showCode: 'Yuborilmadi: kodni koʻrsatish',
  shortCoin: (coin) => `Bu hisobda ${coin} yetarli emas`,
  shortFee: (coin) => `Komissiya uchun ozgina ${coin} yetmayapti`,
  shortText: 'Hech narsa yuborilmadi. Boshqa hisob yoki boshqa koindan foydalaning.',
  payment: 'Toʻlov',
  networkFee: 'Tarmoq komissiyasi',
  youHave: (amount) => `Sizda ${amount} bor`,
  missing: (amount) => `Yana ${amount} kerak`,
  enough: 'yetarli',
  checkAgain: 'Qayta tekshirish',
  tryAgain: (wallet) => `${wallet} orqali qayta urinish`,
  nothingSent: 'Soʻrov yopildi. Hech narsa yuborilmadi.',
  unanswered: (wallet) => `${wallet} javob bermadi. Hech narsa yuborilmadi.`,
  timeOver: (wallet) =>
    `${wallet}da tasdiqlash vaqti tugadi. Avval oʻsha yerga qarang: toʻlov yuborilgan boʻlsa, qayta toʻlamang.`,
  otherNetwork: (wallet, network) =>
    `Hech narsa yuborilmadi: ${wallet} boshqa tarmoqda qoldi. U yerda ${network} tarmogʻiga oʻtib, qayta urining.`,
  locked: (wallet) =>
    `Hech narsa yuborilmadi: ${wallet} hisobni koʻrsatmayapti. Qulfini ochib, qayta urining.`,
  busy: (wallet) => `${wallet} ichida boshqa soʻrov ochiq. Unga javob berib, qayta urining.`,
  changed: 'Hech narsa yuborilmadi: shu orada hisob yoki tarmoq oʻzgardi. Qayta urining.',
  unsupported: (wallet) =>
    `Hech narsa yuborilmadi: ${wallet} bu toʻlovni bajara olmaydi. Skanerlang yo nusxalang.`,
  claimed: 'Bu yerdan hech narsa yuborilmadi: boshqa ekran toʻlayapti yoki toʻlov oʻzgardi.',
  offline: 'Hech narsa yuborilmadi: aloqa yoʻq. Qayta urining.',
};
