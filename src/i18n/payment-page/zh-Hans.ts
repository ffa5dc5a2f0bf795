import type { PaymentPageMessages } from '../en/payment-page.js';

export const paymentPage: PaymentPageMessages = {
  openUntil: (time) => `有效期至 ${time}`,
  share: '在其他设备上付款',
  shareText: '此二维码打开的是本页面，而不是钱包。任何拥有此链接的人都可以查看并支付该订单。',
  pageCode: '包含本页面地址的二维码',
  print: '打印',
  scan: '用手机相机扫描',
  scanText: '页面会在手机上打开。选择币种，从您的钱包付款。该币种的金额在您选择时锁定。',
  questions: '对订单有疑问？',
  imprint: '法律声明',
  ended: '此付款链接已失效',
  wasOpenUntil: (time) => `此链接的有效期截至 ${time}。`,
  unknown: '我们无法识别此链接',
  unknownText: '链接可能不完整。请从消息中重新打开，或重新扫描二维码。',
  refundNeedsScript: '请启用 JavaScript 以便在此页面申请，或联系商家。',
};
