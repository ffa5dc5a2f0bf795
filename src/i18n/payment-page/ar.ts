import type { PaymentPageMessages } from '../en/payment-page.js';

export const paymentPage: PaymentPageMessages = {
  openUntil: (time) => `مفتوح حتى ${time}`,
  share: 'الدفع على جهاز آخر',
  shareText: 'يفتح هذا الرمز هذه الصفحة وليس محفظة. يستطيع كل من لديه الرابط رؤية الطلب ودفعه.',
  pageCode: 'رمز QR فيه عنوان هذه الصفحة',
  print: 'طباعة',
  scan: 'امسح الرمز بكاميرا هاتفك',
  scanText: 'تُفتح الصفحة هناك. اختر عملة وادفع من محفظتك. يُثبَّت المبلغ بالعملة عند اختيارك.',
  questions: 'هل لديك أسئلة عن الطلب؟',
  imprint: 'إشعار قانوني',
  ended: 'انتهت صلاحية رابط الدفع هذا',
  wasOpenUntil: (time) => `كان مفتوحًا حتى ${time}.`,
  unknown: 'لا نعرف هذا الرابط',
  unknownText: 'ربما يكون غير مكتمل. افتحه مرة أخرى من الرسالة، أو امسح الرمز مرة أخرى.',
  refundNeedsScript: 'فعّل JavaScript لتطلب ذلك على هذه الصفحة، أو تواصل مع المتجر.',
};
