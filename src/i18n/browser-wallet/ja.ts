import type { BrowserWalletMessages } from '../en.js';

export const browserWallet: BrowserWalletMessages = {
  connect: (wallet) => `${wallet} で接続してください`,
  connectReason: (wallet) =>
    `${wallet} が、このページにアカウントを見せてよいか尋ねています。これで送金されることはありません。`,
  allowSwitch: (network) => `${network} への切り替えを許可してください`,
  switchReason: (wallet) => `${wallet} は別のネットワークに設定されています。切り替えるか尋ねています。`,
  allowAdd: (wallet, network) => `${wallet} に ${network} の追加を許可してください`,
  checking: 'アカウントを確認しています',
  connected: '接続済み',
  switchTo: (network) => `${network} に切り替え`,
  confirmPayment: '支払いを承認',
  confirm: (wallet) => `${wallet} で承認してください`,
  confirmReason: 'この金額とこのアドレスが表示されていることを確かめ、そこで承認してください。',
  shouldShow: (wallet) => `${wallet} に表示されるべき内容`,
  account: 'あなたのアカウント',
  noWindow: (wallet) => `ウィンドウが出ない場合は、ブラウザのツールバーから ${wallet} を開いてください。`,
  otherWay: '別の方法で支払う',
  requestOpen: (wallet) =>
    `${wallet} に要求が残っている可能性があります。二重払いを防ぐため、先にそこで拒否してください。`,
  back: (wallet) => `${wallet} に戻る`,
  sentTitle: '送金済み。到着を待っています',
  sentText: (network) =>
    `まもなく ${network} の送金がここに表示されます。このページは閉じてかまいません。もう一度送金しないでください。`,
  sent: '送金済み',
  proposedTitle: 'ほかの署名者を待っています',
  proposedText: (wallet) =>
    `ほかの人がそこで承認すると、${wallet} が送金します。もう一度送金しないでください。`,
  unknownTitle: (wallet) => `${wallet} から応答がありません`,
  unknownText: 'そこで承認した場合は、ここに表示されます。もう一度送金しないでください。',
  elsewhereTitle: '別の画面がウォレットに要求中です',
  elsewhereText: '支払いはそちらで済ませてください。ここでも支払うと二重払いになります。',
  askedAt: '要求した時刻',
  notSent: '私は送金していません',
  payAgainReason:
    '10 分間、何も検出されていません。ウォレットに失敗と表示されている場合は、もう一度支払えます。',
  payAgain: 'もう一度支払う',
  lookTitle: (wallet) => `先に ${wallet} を確認してください`,
  lookText: 'すでに送金された可能性があります。もう一度送金すると、二重払いになるおそれがあります。',
  activity: (wallet) =>
    `${wallet} の「アクティビティ」に表示されます。保留中は送金済みとみなします。失敗または拒否の場合のみ、何も送金されていません。`,
  keepWatching: '送金済み：引き続き待つ',
  showCode: '未送金：コードを表示',
  shortCoin: (coin) => `このアカウントの ${coin} が足りません`,
  shortFee: (coin) => `手数料の ${coin} が少し足りません`,
  shortText: '何も送金されていません。別のアカウントか別のコインをお使いください。',
  payment: '支払い',
  networkFee: 'ネットワーク手数料',
  youHave: (amount) => `残高 ${amount}`,
  missing: (amount) => `${amount} 不足`,
  enough: '足りています',
  checkAgain: 'もう一度確認',
  tryAgain: (wallet) => `${wallet} で再試行`,
  nothingSent: '要求は閉じられました。何も送金されていません。',
  unanswered: (wallet) => `${wallet} から応答がありません。何も送金されていません。`,
  timeOver: (wallet) =>
    `${wallet} での承認の期限が過ぎました。まずそこで確認してください。送金済みの場合は、もう一度支払わないでください。`,
  otherNetwork: (wallet, network) =>
    `何も送金されていません。${wallet} は別のネットワークのままです。そこで ${network} に切り替えて、もう一度お試しください。`,
  locked: (wallet) =>
    `何も送金されていません。${wallet} にアカウントが表示されません。ロックを解除して、もう一度お試しください。`,
  busy: (wallet) => `${wallet} で別の要求が開いています。そこで応答してから、もう一度お試しください。`,
  changed: '何も送金されていません。途中でアカウントかネットワークが変わりました。もう一度お試しください。',
  unsupported: (wallet) =>
    `何も送金されていません。${wallet} ではこの支払いができません。スキャンかコピーをお使いください。`,
  claimed: 'ここからは何も送金されていません。別の画面で支払い中か、支払いの内容が変わりました。',
  offline: '何も送金されていません。接続がありません。もう一度お試しください。',
};
