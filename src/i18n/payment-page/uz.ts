import type { PaymentPageMessages } from '../en/payment-page.js';

export const paymentPage: PaymentPageMessages = {
  openUntil: (time) => `Ochiq: ${time} gacha`,
  share: 'Boshqa qurilmada toʻlash',
  shareText:
    'Bu kod hamyonni emas, shu sahifani ochadi. Havolaga ega har kim buyurtmani koʻrishi va toʻlashi mumkin.',
  pageCode: 'Shu sahifa manzili yozilgan QR-kod',
  print: 'Chop etish',
  scan: 'Telefon kamerasi bilan skanerlang',
  scanText:
    'Sahifa telefonda ochiladi. Koinni tanlang va hamyoningizdan toʻlang. Koindagi summa siz tanlagan paytda qatʼiy belgilanadi.',
  questions: 'Buyurtma haqida savollar bormi?',
  imprint: 'Huquqiy maʼlumot',
  ended: 'Bu toʻlov havolasining muddati tugagan',
  wasOpenUntil: (time) => `U ${time} gacha ochiq edi.`,
  unknown: 'Biz bu havolani tanimaymiz',
  unknownText: 'U toʻliq boʻlmasligi mumkin. Uni xabardan qayta oching yoki kodni qayta skanerlang.',
  refundNeedsScript: 'Buni shu sahifada soʻrash uchun JavaScriptni yoqing yoki doʻkon bilan bogʻlaning.',
};
