import type { PaymentPageMessages } from '../en/payment-page.js';

export const paymentPage: PaymentPageMessages = {
  openUntil: (time) => `${time} まで有効`,
  share: '別の端末で支払う',
  shareText:
    'このコードで開くのはウォレットではなく、このページです。リンクを知っている人は誰でも、注文を見て支払うことができます。',
  pageCode: 'このページのアドレスの QR コード',
  print: '印刷',
  scan: 'スマートフォンのカメラでスキャン',
  scanText:
    'ページがそこで開きます。コインを選び、ウォレットからお支払いください。コインでの金額は選択した時点で確定します。',
  questions: 'ご注文についてのお問い合わせ',
  imprint: '法的事項',
  ended: 'この支払いリンクは期限切れです',
  wasOpenUntil: (time) => `${time} まで有効でした。`,
  unknown: 'このリンクは確認できません',
  unknownText:
    'リンクが途中で切れている可能性があります。メッセージからもう一度開くか、コードをもう一度スキャンしてください。',
  refundNeedsScript: 'このページで依頼するには JavaScript を有効にするか、ショップにお問い合わせください。',
};
