import type { PaymentPageMessages } from '../en/payment-page.js';

export const paymentPage: PaymentPageMessages = {
  openUntil: (time) => `${time}까지 유효`,
  share: '다른 기기에서 결제',
  shareText:
    '이 코드는 지갑이 아니라 이 페이지를 엽니다. 링크가 있는 사람은 누구나 주문을 보고 결제할 수 있습니다.',
  pageCode: '이 페이지의 주소가 담긴 QR 코드',
  print: '인쇄',
  scan: '휴대폰 카메라로 스캔하세요',
  scanText:
    '페이지가 휴대폰에서 열립니다. 코인을 선택하고 지갑에서 결제하세요. 코인 금액은 선택하면 고정됩니다.',
  questions: '주문에 대해 궁금한 점이 있으신가요?',
  imprint: '법적 고지',
  ended: '이 결제 링크는 만료되었습니다',
  wasOpenUntil: (time) => `${time}까지 유효했습니다.`,
  unknown: '알 수 없는 링크입니다',
  unknownText: '링크가 완전하지 않을 수 있습니다. 메시지에서 다시 열거나 코드를 다시 스캔하세요.',
  refundNeedsScript: '이 페이지에서 요청하려면 JavaScript를 켜거나 상점에 문의하세요.',
};
