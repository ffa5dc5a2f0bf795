/** The outcome of a payment, and the ways on. */
export const outcomes = {
  returnToShop: 'Return to shop',
  returning: (seconds: number) => `Returning to the shop in ${seconds} s.`,
  returnStop: (stay: string) => `“${stay}” stops it.`,
  newPrice: 'Get a new price',
  startAgain: 'Start again',
  amountRequested: 'Asked',
  received: 'Received',
  surplus: 'Extra',
  amountDue: 'Missing',
  moreTransactions: (count: number) => `and ${count} more`,
  reference: 'Reference',
  orderLabel: 'Order',
  priceHeldUntil: 'Price held until',

  detected: {
    title: 'We can see your transfer',
    text: (network: string) =>
      `${network} is confirming it now. You may close this page; nothing more is needed from you.`,
    amount: 'On its way',
    detectedOn: (network: string) => `Seen on ${network}`,
    confirming: 'Confirming',
    minute: 'often a minute or less',
    minutes: (from: number, to: number) => `often ${from} to ${to} min`,
    paid: 'Paid',
  },
  processing: {
    title: 'Your payment is being processed',
    text: 'We keep checking for updates. You may close this page; nothing more is needed from you.',
  },
  paid: {
    title: 'Paid. Thank you.',
    text: (shop: string) => `${shop} has your payment.`,
    amount: 'Paid',
  },
  overpaid: {
    title: (extra: string) => `Paid, with ${extra} extra`,
    text: 'Your order is paid in full. The shop sees the difference: quote the reference to ask for it back.',
  },
  checking: {
    title: 'Checking once more for your payment',
    text: 'The time for this price is over. If you have already sent, it may be on its way. Please do not send anything now.',
    status: 'Asking the network. This takes a few seconds.',
  },
  expired: {
    title: 'The time for this price is over',
    text: 'Nothing has arrived yet. Start again at the current price: it takes a moment and keeps your order.',
    alreadySent: 'Sent already?',
    monitoredUntil: (until: string) =>
      `We keep watching the address until ${until}. Money that arrives is matched to your order.`,
  },
  expiredPartial: {
    title: 'Part of the payment arrived',
    text: (paid: string, amount: string) =>
      `We received ${paid} of ${amount}. Please do not send anything more: the shop will settle this with you.`,
  },
  late: {
    title: 'Your payment arrived after the deadline',
    text: 'It is here and safe. The shop will decide how to complete your order.',
  },
  canceled: {
    title: 'This payment was canceled',
    text: 'Please do not send to the old address. If you have already, we will still see it and tell the shop.',
  },
  monitoredUntil: (moment: string) => `Watching until ${moment}`,
  mayClose: 'You can close this page.',
  keepChecking: 'We keep checking.',
};
