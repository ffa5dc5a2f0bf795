/** What became of it; loaded while the payer is in the wallet. */
export const walletOutcomes = {
  requestOpen: (wallet: string) =>
    `A request may still be open in ${wallet}. Reject it there first, so that you do not pay twice.`,
  back: (wallet: string) => `Back to ${wallet}`,

  sentTitle: 'Sent. We are watching for it',
  sentText: (network: string) =>
    `${network} shows it here soon. You can close this page. Please do not send again.`,
  sent: 'Sent',
  proposedTitle: 'Waiting for the other signers',
  proposedText: (wallet: string) =>
    `${wallet} sends the payment when the others have confirmed it there. Please do not send again.`,
  unknownTitle: (wallet: string) => `No answer from ${wallet}`,
  unknownText: 'If you confirmed there, we will see it here. Please do not send again.',
  elsewhereTitle: 'Another screen is asking a wallet',
  elsewhereText: 'Finish the payment there. If you pay here too, you pay twice.',
  askedAt: 'Asked at',
  notSent: 'I have not sent it',
  payAgainReason: 'Nothing was seen for ten minutes. If your wallet shows that it failed, you can pay again.',
  payAgain: 'Pay again',
  lookTitle: (wallet: string) => `Look in ${wallet} first`,
  lookText: 'The payment may have been sent. If you send again, you may pay twice.',
  activity: (wallet: string) =>
    `${wallet} lists it under “Activity”. Pending counts as sent. Only failed or rejected means that nothing was sent.`,
  keepWatching: 'It was sent: keep watching',
  showCode: 'Nothing was sent: show the code',

  shortCoin: (coin: string) => `Not enough ${coin} in this account`,
  shortFee: (coin: string) => `A little ${coin} is missing for the fee`,
  shortText: 'Nothing was sent. Use another account, or pay with another coin.',
  payment: 'The payment',
  youHave: (amount: string) => `You have ${amount}`,
  missing: (amount: string) => `${amount} missing`,
  enough: 'enough',
  checkAgain: 'Check again',

  tryAgain: (wallet: string) => `Try again with ${wallet}`,
  nothingSent: 'Request closed. Nothing was sent.',
  unanswered: (wallet: string) => `No answer from ${wallet}. Nothing was sent.`,
  timeOver: (wallet: string) =>
    `The time to confirm in ${wallet} is over. Look there first: if the payment was sent, do not pay again.`,
  otherNetwork: (wallet: string, network: string) =>
    `Nothing was sent: ${wallet} stayed on another network. Switch it to ${network} there, then try again.`,
  locked: (wallet: string) => `Nothing was sent: ${wallet} shows no account. Unlock it, then try again.`,
  busy: (wallet: string) => `Another request is open in ${wallet}. Answer it there, then try again.`,
  changed: 'Nothing was sent: account or network changed in between. Try again.',
  unsupported: (wallet: string) =>
    `Nothing was sent: ${wallet} cannot make this payment. Scan or copy instead.`,
  claimed: 'Nothing was sent from here: another screen is paying, or the payment has changed.',
  offline: 'Nothing was sent: there is no connection. Try again.',
};
