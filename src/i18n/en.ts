/**
 * The words of every element. Plain, kind, short: what happened, what it means, what to do. "We" is the checkout.
 * Amounts come with their coin (`50.12 USDT`), moments as people write them.
 */
export const en = {
  lang: 'en',

  card: 'Pay with crypto',
  order: (id: string) => `Order ${id}`,
  total: 'Total',
  testMode: 'Test mode',
  theShop: 'The shop',
  help: 'Help',
  loading: 'Opening your payment…',

  choose: 'How would you like to pay?',
  search: 'Search coin or network',
  clearSearch: 'Clear search',
  coins: 'Coins',
  networks: 'Networks',
  results: 'Search results',
  stablecoins: 'Stablecoins',
  otherCoins: 'Other coins',
  networkCount: (count: number) => `${count} networks`,
  coinOnNetwork: (coin: string, network: string) => `${coin} on ${network}`,
  unavailable: 'Not available right now',
  chooseNetwork: (coin: string) => `${coin} on which network?`,
  chooseNetworkWhy: 'Choose the one your wallet or exchange sends on. The address will work only there.',
  backToCoins: 'Back to coins',
  backToPayment: 'Back to the payment',
  nothingMatches: (query: string) => `Nothing matches “${query}”.`,
  shopTakes: (coins: number, networks: number) =>
    `This shop takes ${coins} ${coins === 1 ? 'coin' : 'coins'} on ${networks} ${networks === 1 ? 'network' : 'networks'}.`,
  matches: (count: number, of: number, query: string) => `${count} of ${of} match “${query}”.`,
  showAll: 'Show all',
  priceFixedOnChoice: 'The price is fixed when you choose.',
  chooseCoin: 'Choose a coin',

  emailTitle: 'Your email address',
  emailWhy: (shop: string) => `${shop} asks for it before you pay, to write about this order.`,
  email: 'Email',
  emailMissing: 'Enter an address such as name@example.com.',
  backToChoice: 'Back to coins and networks',
  youPayWith: 'You pay with',
  next: 'Continue',
  priceFixedOnContinue: 'The price is fixed when you continue.',

  gettingAddress: 'Getting your payment address…',
  sendExactly: 'Send exactly',
  sendRemaining: 'Send the remaining',
  onNetwork: (network: string) => `on ${network}`,
  sendSentence: (amount: string, network: string) => `Send exactly ${amount} on ${network}.`,
  change: 'Change',
  changeLong: 'Change coin or network',
  toAddress: 'To this address',
  addressOnly: 'Holds the address only',
  includeAmount: 'Include amount',
  qrAddress: (address: string) => `QR code with the address ${address}`,
  qrAmount: (address: string, amount: string) => `QR code with ${amount} and the address ${address}`,
  networkWarning: (coin: string, network: string) =>
    `Send only ${coin}, only on ${network}. Coins sent on another network cannot be recovered.`,
  receivedOf: (paid: string, amount: string) => `${paid} of ${amount} received`,
  receivedSoFar: 'Received so far',
  partAnnounced: (paid: string, amount: string, due: string) =>
    `${paid} of ${amount} received, ${due} to send.`,

  copy: 'Copy',
  copyAmount: 'Copy amount',
  copyAddress: 'Copy address',
  copyReference: 'Copy reference',
  copyDetails: 'Copy details',
  copied: 'Copied',
  copiedAmount: (amount: string) => `Amount copied: ${amount}`,
  copiedAddress: (network: string) => `Address copied. Send on ${network} only.`,
  copyBlocked: 'The text is selected. Press Ctrl+C or ⌘C to copy it.',

  timeLeft: 'Time left',
  minutesLeft: (minutes: number) => (minutes === 1 ? '1 minute left.' : `${minutes} minutes left.`),
  secondsLeft: (seconds: number) => `${seconds} seconds left.`,
  heldUntil: (time: string) => `Price held until ${time}`,
  sendSoon: (time: string) => `Send soon: price held until ${time}`,
  lastMinute: 'Less than a minute left.',

  cancel: 'Cancel payment',
  cancelAsk: 'Cancel this payment?',
  cancelYes: 'Yes, cancel',
  cancelNo: 'Keep it',
  canceling: 'Canceling…',
  returnToShop: 'Return to shop',
  contactShop: 'Contact shop',
  newPrice: 'Get a new price',
  startAgain: 'Start again',
  tryAgain: 'Try again',
  tryNow: 'Try now',
  changeCoin: 'Change coin',

  asked: 'Asked',
  received: 'Received',
  extra: 'Extra',
  missing: 'Missing',
  network: 'Network',
  transaction: 'Transaction',
  moreTransactions: (count: number) => `and ${count} more`,
  reference: 'Reference',
  orderLabel: 'Order',
  priceHeldUntil: 'Price held until',

  detected: {
    title: 'We can see your transfer',
    text: (network: string) =>
      `${network} is confirming it now. You may close this page; nothing more is needed from you.`,
    amount: 'On its way',
    seen: (network: string) => `Seen on ${network}`,
    confirming: 'Confirming',
    paid: 'Paid',
  },
  processing: {
    title: 'Your payment is being processed',
    text: 'We keep asking how it stands. You may close this page; nothing more is needed from you.',
  },
  paid: {
    title: 'Paid. Thank you.',
    text: (shop: string) => `${shop} has your payment.`,
    amount: 'Paid',
  },
  overpaid: {
    title: (extra: string) => `Paid, with ${extra} extra`,
    text: 'Your order is complete. The shop sees the difference: quote the reference to ask for it back.',
  },
  checking: {
    title: 'Checking for a last payment',
    text: 'The time for this price is over. If you have already sent, it may be on its way. Please do not send now.',
    foot: 'Asking the network. This takes a few seconds.',
  },
  expired: {
    title: 'The time for this price is over',
    text: 'Nothing has arrived yet. Start again with today’s price: it takes a moment and keeps your order.',
    sentAlready: 'Sent already?',
    watching: (until: string) =>
      `We keep watching the address until ${until}. Money that arrives is matched to your order.`,
  },
  expiredPartial: {
    title: 'Part of the payment arrived',
    text: (paid: string, amount: string) =>
      `We received ${paid} of ${amount} before the time was over. Please do not send more: the shop will settle this with you.`,
  },
  late: {
    title: 'Your payment arrived after the deadline',
    text: 'It is here and safe. The shop will decide how to complete your order.',
  },
  canceled: {
    title: 'This payment was canceled',
    text: 'Please do not send to the old address. If you have already, we will still see it and tell the shop.',
  },
  watchingUntil: (moment: string) => `Watching until ${moment}`,
  mayClose: 'You can close this page.',
  lastChecked: (time: string) => `Last checked ${time}.`,
  keepChecking: 'We keep checking.',
  trouble: 'Connection trouble.',
  safe: 'Your payment is safe.',
  nothingLost: 'Nothing is lost: we will check again.',

  problem: {
    address: {
      title: 'We could not get an address',
      text: 'Nothing has been charged and your order is kept. Try again, or send these details to support.',
    },
    open: {
      title: 'We could not open this payment',
      text: 'Nothing has been charged and your order is kept. Try again, or send these details to support.',
    },
    cancel: {
      title: 'We could not cancel this payment',
      text: 'It may have changed in the meantime. Look at the payment again before you decide.',
    },
    link: {
      title: 'This link does not work any more',
      text: 'Nothing has been charged. Go back to the shop and start the payment again.',
    },
    coin: {
      title: 'This coin cannot be used right now',
      text: 'Nothing has been charged and your order is kept. Please choose another coin.',
    },
    seen: {
      title: 'Your payment is already on its way',
      text: 'We have seen money for this order, so the coin cannot be changed now.',
    },
    closed: {
      title: 'This order needs no further payment',
      text: 'It was settled in the meantime. Please do not send anything more.',
    },
    chosen: 'Chosen',
    code: 'Problem',
    when: 'When',
    request: (id: string) => `Request ${id}`,
    requestLabel: 'Request',
    noSecrets: 'No keys or secrets inside',
    detailsCopied: 'Details copied.',
    referenceCopied: (reference: string) => `Reference copied: ${reference}`,
  },

  badge: {
    loading: 'Opening',
    choosing: 'Not chosen yet',
    creating: 'Getting address',
    awaiting: 'Waiting for payment',
    detected: 'Payment seen',
    processing: 'Being processed',
    partial: 'Partly paid',
    paid: 'Paid',
    overpaid: 'Paid with extra',
    checking: 'Checking',
    expired: 'Expired',
    expired_partial: 'Expired, partly paid',
    late: 'Arrived late',
    canceled: 'Canceled',
    stale: 'Not up to date',
    error: 'Problem',
  },
};

/** A catalog in another language has exactly the keys and parameters of the English one. */
export type Messages = typeof en;
