/** What the payment page says beside the messages of the elements; no element loads them. */
export const paymentPage = {
  openUntil: (time: string) => `Open until ${time}`,
  share: 'Pay on another device',
  shareText: 'This code opens this page, not a wallet. Anyone who has the link can see the order and pay it.',
  pageCode: 'QR code with the address of this page',
  print: 'Print',
  scan: 'Scan with your phone’s camera',
  scanText:
    'The page opens there. Choose a coin and pay from your wallet. The amount in coins is fixed when you choose.',
  questions: 'Questions about the order?',
  imprint: 'Legal notice',
  ended: 'This payment link has ended',
  wasOpenUntil: (time: string) => `It was open until ${time}.`,
  unknown: 'We do not know this link',
  unknownText: 'It may be incomplete. Open it again from the message, or scan the code again.',
  /** To a payer without JavaScript, who can ask for money back. */
  refundNeedsScript: 'Turn on JavaScript to ask for it on this page, or contact the shop.',
};

/** The messages in one language: the keys and parameters of the English ones. */
export type PaymentPageMessages = typeof paymentPage;
