/** The outcome of a payment, and the ways on. */
export const outcomes = {
  returnToShop: 'Return to shop',
  returning: (seconds: number) => `Returning to the shop in ${seconds} s.`,
  returnStop: (stay: string) => `Press “${stay}” to stop it.`,
  newPrice: 'Get a new price',
  startAgain: 'Start again',
  amountRequested: 'Requested',
  received: 'Received',
  surplus: 'Overpaid',
  amountDue: 'Missing',
  moreTransactions: (count: number) => `and ${count} more`,
  reference: 'Reference',
  orderLabel: 'Order',
  priceHeldUntil: 'Price held until',

  detected: {
    title: 'Payment detected',
    text: (network: string) =>
      `${network} is confirming it now. You can close this page. There is nothing else to do.`,
    amount: 'On its way',
    detectedOn: (network: string) => `Detected on ${network}`,
    confirming: 'Confirming',
    minute: 'often a minute or less',
    minutes: (from: number, to: number) => `often ${from} to ${to} min`,
    paid: 'Paid',
  },
  processing: {
    title: 'Your payment is being processed',
    text: 'We keep checking for updates. You can close this page. There is nothing else to do.',
  },
  paid: {
    title: 'Paid. Thank you.',
    text: (shop: string) => `${shop} has received your payment.`,
    amount: 'Paid',
  },
  overpaid: {
    title: (surplus: string) => `Overpaid by ${surplus}`,
    text: 'Your order is paid in full. The shop can see the difference. Quote the reference to ask for it back.',
  },
  checking: {
    title: 'Checking once more for your payment',
    text: 'The price has expired. If you have already sent the payment, it may be on its way. Please do not send anything now.',
    status: 'Checking the network. This takes a few seconds.',
  },
  expired: {
    title: 'This price has expired',
    text: 'No payment has arrived yet. Start again at the current price. It takes a moment, and your order is kept.',
    alreadySent: 'Already sent?',
    monitoredUntil: (until: string) =>
      `We keep monitoring the address until ${until}. Any payment that arrives is matched to your order.`,
  },
  expiredPartial: {
    title: 'Part of the payment arrived',
    text: (paid: string, amount: string) =>
      `We received ${paid} of ${amount}. Please do not send anything more. The shop will settle this with you.`,
  },
  late: {
    title: 'Your payment arrived after the deadline',
    text: 'It has arrived and is safe. The shop will decide how to complete your order.',
  },
  canceled: {
    title: 'This payment was canceled',
    text: 'Please do not send to the old address. If you already have, we will still detect it and notify the shop.',
  },
  refundable: (amount: string, network: string) => `You can ask the shop for ${amount} back, on ${network}.`,
  askForRefund: 'Ask for it back',
  paidInFull: 'Your order is paid in full.',
  monitoredUntil: (moment: string) => `Monitored until ${moment}`,
  mayClose: 'You can close this page.',
  keepChecking: 'We keep checking for updates.',
};
