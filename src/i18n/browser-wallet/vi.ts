import type { BrowserWalletMessages } from '../en.js';

export const browserWallet: BrowserWalletMessages = {
  connect: (wallet) => `Kết nối trong ${wallet}`,
  connectReason: (wallet) =>
    `${wallet} hỏi trang này có được xem tài khoản của bạn không. Việc đó không gửi gì cả.`,
  allowSwitch: (network) => `Cho phép chuyển sang ${network}`,
  switchReason: (wallet) => `${wallet} đang ở mạng khác. Ví hỏi bạn có muốn chuyển không.`,
  allowAdd: (wallet, network) => `Cho phép ${wallet} thêm ${network}`,
  checking: 'Đang kiểm tra tài khoản của bạn',
  connected: 'Đã kết nối',
  switchTo: (network) => `Chuyển sang ${network}`,
  confirmPayment: 'Xác nhận thanh toán',
  confirm: (wallet) => `Xác nhận trong ${wallet}`,
  confirmReason: 'Hãy kiểm tra ví hiển thị đúng số tiền và địa chỉ này, rồi xác nhận ở đó.',
  shouldShow: (wallet) => `${wallet} cần hiển thị`,
  account: 'Tài khoản của bạn',
  noWindow: (wallet) => `Không thấy cửa sổ? Hãy mở ${wallet} từ thanh công cụ của trình duyệt.`,
  otherWay: 'Thanh toán cách khác',
  requestOpen: (wallet) =>
    `Có thể vẫn còn yêu cầu đang mở trong ${wallet}. Hãy từ chối ở đó trước, để không trả hai lần.`,
  back: (wallet) => `Quay lại ${wallet}`,
  sentTitle: 'Đã gửi. Chúng tôi đang chờ khoản này',
  sentText: (network) =>
    `${network} sẽ sớm hiển thị khoản này ở đây. Bạn có thể đóng trang này. Vui lòng không gửi lại.`,
  sent: 'Đã gửi',
  proposedTitle: 'Đang chờ những người ký khác',
  proposedText: (wallet) =>
    `${wallet} sẽ gửi khoản thanh toán khi những người khác xác nhận ở đó. Vui lòng không gửi lại.`,
  unknownTitle: (wallet) => `${wallet} không trả lời`,
  unknownText: 'Nếu bạn đã xác nhận ở đó, chúng tôi sẽ thấy ở đây. Vui lòng không gửi lại.',
  elsewhereTitle: 'Một màn hình khác đang hỏi ví',
  elsewhereText: 'Hãy hoàn tất thanh toán ở đó. Nếu trả cả ở đây, bạn sẽ trả hai lần.',
  askedAt: 'Yêu cầu lúc',
  notSent: 'Tôi chưa gửi',
  payAgainReason:
    'Mười phút qua chưa thấy gì. Nếu ví cho thấy giao dịch thất bại, bạn có thể thanh toán lại.',
  payAgain: 'Thanh toán lại',
  lookTitle: (wallet) => `Hãy xem trong ${wallet} trước`,
  lookText: 'Khoản thanh toán có thể đã được gửi. Nếu gửi lại, bạn có thể trả hai lần.',
  activity: (wallet) =>
    `${wallet} liệt kê trong mục “Hoạt động”. Đang chờ tính là đã gửi. Chỉ thất bại hoặc bị từ chối mới có nghĩa là chưa gửi gì.`,
  keepWatching: 'Đã gửi: tiếp tục chờ',
  showCode: 'Chưa gửi gì: hiện mã',
  shortCoin: (coin) => `Tài khoản này không đủ ${coin}`,
  shortFee: (coin) => `Thiếu một ít ${coin} để trả phí`,
  shortText: 'Chưa có gì được gửi. Hãy dùng tài khoản khác hoặc coin khác.',
  payment: 'Khoản thanh toán',
  networkFee: 'Phí mạng',
  youHave: (amount) => `Bạn có ${amount}`,
  missing: (amount) => `Thiếu ${amount}`,
  enough: 'đủ',
  checkAgain: 'Kiểm tra lại',
  tryAgain: (wallet) => `Thử lại với ${wallet}`,
  nothingSent: 'Yêu cầu đã đóng. Chưa có gì được gửi.',
  unanswered: (wallet) => `${wallet} không trả lời. Chưa có gì được gửi.`,
  timeOver: (wallet) =>
    `Đã hết thời gian xác nhận trong ${wallet}. Hãy xem ở đó trước: nếu khoản thanh toán đã được gửi, đừng thanh toán lần nữa.`,
  otherNetwork: (wallet, network) =>
    `Chưa có gì được gửi: ${wallet} vẫn ở mạng khác. Hãy chuyển sang ${network} ở đó rồi thử lại.`,
  locked: (wallet) => `Chưa có gì được gửi: ${wallet} không hiện tài khoản nào. Hãy mở khóa ví rồi thử lại.`,
  busy: (wallet) => `Một yêu cầu khác đang mở trong ${wallet}. Hãy trả lời ở đó rồi thử lại.`,
  changed: 'Chưa có gì được gửi: tài khoản hoặc mạng đã thay đổi giữa chừng. Hãy thử lại.',
  unsupported: (wallet) =>
    `Chưa có gì được gửi: ${wallet} không thực hiện được khoản thanh toán này. Hãy quét hoặc sao chép.`,
  claimed: 'Chưa có gì được gửi từ đây: một màn hình khác đang trả, hoặc khoản thanh toán đã thay đổi.',
  offline: 'Chưa có gì được gửi: không có kết nối. Hãy thử lại.',
};
