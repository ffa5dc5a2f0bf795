import type { PaymentPageMessages } from '../en/payment-page.js';

export const paymentPage: PaymentPageMessages = {
  openUntil: (time) => `Mở đến ${time}`,
  share: 'Thanh toán trên thiết bị khác',
  shareText: 'Mã này mở trang này, không mở ví. Bất kỳ ai có liên kết đều có thể xem và thanh toán đơn hàng.',
  pageCode: 'Mã QR chứa địa chỉ của trang này',
  print: 'In',
  scan: 'Quét bằng camera điện thoại',
  scanText:
    'Trang sẽ mở trên điện thoại. Hãy chọn một coin và thanh toán từ ví của bạn. Số tiền bằng coin được chốt khi bạn chọn.',
  questions: 'Có câu hỏi về đơn hàng?',
  imprint: 'Thông tin pháp lý',
  ended: 'Liên kết thanh toán này đã hết hạn',
  wasOpenUntil: (time) => `Liên kết đã mở đến ${time}.`,
  unknown: 'Chúng tôi không nhận ra liên kết này',
  unknownText: 'Liên kết có thể không đầy đủ. Hãy mở lại từ tin nhắn hoặc quét lại mã.',
  refundNeedsScript: 'Bật JavaScript để yêu cầu trên trang này, hoặc liên hệ cửa hàng.',
};
