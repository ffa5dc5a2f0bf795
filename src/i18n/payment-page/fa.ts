import type { PaymentPageMessages } from '../en/payment-page.js';

export const paymentPage: PaymentPageMessages = {
  openUntil: (time) => `باز تا ${time}`,
  share: 'پرداخت در دستگاهی دیگر',
  shareText:
    'این کد همین صفحه را باز می‌کند، نه کیف پول را. هر کس این لینک را داشته باشد می‌تواند سفارش را ببیند و پرداخت کند.',
  pageCode: 'کد QR با نشانی این صفحه',
  print: 'چاپ',
  scan: 'با دوربین گوشی اسکن کنید',
  scanText:
    'صفحه در گوشی باز می‌شود. یک رمزارز انتخاب کنید و از کیف پول خود پرداخت کنید. مبلغ رمزارز هنگام انتخاب شما ثابت می‌شود.',
  questions: 'پرسشی دربارهٔ سفارش دارید؟',
  imprint: 'اطلاعات حقوقی',
  ended: 'مهلت این لینک پرداخت تمام شده است',
  wasOpenUntil: (time) => `تا ${time} باز بود.`,
  unknown: 'این لینک را نمی‌شناسیم',
  unknownText: 'شاید کامل نباشد. آن را دوباره از پیام باز کنید یا کد را دوباره اسکن کنید.',
  refundNeedsScript: 'برای درخواست آن در این صفحه JavaScript را روشن کنید، یا با فروشگاه تماس بگیرید.',
};
