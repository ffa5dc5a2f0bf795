import { sentencesOf } from './catalogs.js';

/**
 * The messages that are read a second time, with sample values (test/i18n/second-reading): every message on money, a
 * network, an address, a fee or a deadline, and each whose English has changed its meaning.
 */
export const WARNINGS: Readonly<Record<string, readonly string[]>> = {
  'chooseNetwork': ['USDT'],
  'chooseNetworkReason': [],
  'fees.low': [],
  'fees.medium': [],
  'fees.varying': [],
  'feesAreTypical': [],
  'priceFixedOnChoice': [],
  'priceFixedOnContinue': [],
  'confirmClose': [],
  'returnStopped': [],

  'sendExactly': [],
  'sendRemaining': [],
  'onNetwork': ['TRON'],
  'sendSentence': ['50.12 USDT', 'TRON'],
  'toAddress': [],
  'compareGroups': [],
  'addressOnly': [],
  'changeNote': [],
  'networkWarning': ['USDT', 'TRON'],
  'feeByPayer': ['0.50 USDT'],
  'feeByShop': ['0.50 USDT'],
  'receivedOf': ['20 USDT', '50.12 USDT'],
  'partialAnnouncement': ['20 USDT', '50.12 USDT', '30.12 USDT'],
  'copiedAddress': ['TRON'],
  'copyChanged': [],

  'wallet.check': ['50.12 USDT', 'TRON'],
  'exchange.amountToArrive': [],
  'exchange.explanation': [],
  'exchange.fee': [],
  'exchange.amountToEnter': [],
  'exchange.feeAddedOnTop': ['50.12'],
  'exchange.amountToReceive': ['50.12 USDT'],
  'exchange.amountAnnouncement': ['51.12'],
  'exchange.minimumTooHigh': [],
  'exchange.ambiguousComma': [],
  'phone.text': [],
  'phone.phonePending': [],

  'heldUntil': ['14:30'],
  'priceHeldUntil': [],
  'sendSoon': ['14:30'],
  'lastMinute': [],
  'confirmCancel': [],

  'detected.title': [],
  'detected.text': ['TRON'],
  'processing.text': [],
  'paid.title': [],
  'paid.text': ['Fern & Oak'],
  'overpaid.title': ['1.5 USDT'],
  'overpaid.text': [],
  'checking.title': [],
  'checking.text': [],
  'expired.title': [],
  'expired.text': [],
  'expired.alreadySent': [],
  'expired.monitoredUntil': ['22 Nov, 14:30'],
  'monitoredUntil': ['22 Nov, 14:30'],
  'expiredPartial.title': [],
  'expiredPartial.text': ['20 USDT', '50.12 USDT'],
  'late.title': [],
  'late.text': [],
  'mayClose': [],
  'canceled.title': [],
  'canceled.text': [],
  'paymentSafe': [],
  'nothingLost': [],

  'deposit.title': ['USDT'],
  'deposit.reusable': [],
  'deposit.copyEachTime': [],
  'deposit.changeNote': [],

  'problem.address.text': [],
  'problem.cancel.text': [],
  'problem.openAgain': [],
  'problem.coin.text': [],
  'problem.paymentDetected.title': [],
  'problem.paymentDetected.text': [],
  'problem.closed.title': [],
  'problem.closed.text': [],
};

/** The warnings of one catalog with sample values, by their keys. */
export function warningsOf(messages: object): Readonly<Record<string, string>> {
  const sentences = sentencesOf(messages);
  const read = Object.entries(WARNINGS).map(([key, parameters]) => {
    const sentence = sentences.get(key) ?? '';
    return [key, typeof sentence === 'string' ? sentence : sentence(...parameters)];
  });
  return Object.fromEntries(read);
}
