/** Problems, and the details that help the shop. */
export const problems = {
  changeCoin: 'Change coin',

  problem: {
    retryOrSendDetails: 'Try again, or send these details to the shop.',
    openAgain: 'Go back to the shop and open this page again.',
    newLink: 'Ask the shop for a new link.',
    sendDetails: 'Please send these details to the shop.',
    address: {
      title: 'We could not get an address',
      text: 'Nothing has been charged and your order is kept.',
    },
    open: 'We could not open this payment',
    cancel: {
      title: 'We could not cancel this payment',
      text: 'It may have changed in the meantime. Check the payment again before you decide.',
    },
    link: 'This link no longer works',
    coin: {
      title: 'This coin is not available right now',
      text: 'Nothing has been charged and your order is kept. Please choose another coin.',
    },
    paymentDetected: {
      title: 'Your payment is already on its way',
      text: 'We have detected a payment for this order, so you cannot change the coin now.',
    },
    closed: {
      title: 'This order needs no further payment',
      text: 'The order is already paid. Please do not send anything more.',
    },
    selectedCurrency: 'Selected',
    state: 'Status',
    version: 'Version',
    code: 'Problem',
    when: 'Time',
    request: (id: string) => `Request ${id}`,
    requestLabel: 'Request',
    noSecrets: 'Contains no keys or secrets',
    detailsCopied: 'Details copied.',
    referenceCopied: (reference: string) => `Reference copied: ${reference}`,
  },
};
