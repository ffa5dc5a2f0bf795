import { sentencesOf } from './catalogs.js';

/**
 * Every message on money, a network, an address, a fee or a deadline, with what it is told when it is read a second
 * time (test/i18n/second-reading).
 */
export const WARNINGS: Readonly<Record<string, readonly string[]>> = {
  'chooseNetwork': ['USDT'],
  'chooseNetworkWhy': [],
  'priceFixedOnChoice': [],
  'priceFixedOnContinue': [],
  'closeAsk': [],

  'sendExactly': [],
  'sendRemaining': [],
  'onNetwork': ['TRON'],
  'sendSentence': ['50.12 USDT', 'TRON'],
  'toAddress': [],
  'addressOnly': [],
  'changing': [],
  'networkWarning': ['USDT', 'TRON'],
  'feeByPayer': ['0.50 USDT'],
  'feeByShop': ['0.50 USDT'],
  'receivedOf': ['20 USDT', '50.12 USDT'],
  'partAnnounced': ['20 USDT', '50.12 USDT', '30.12 USDT'],
  'copiedAddress': ['TRON'],
  'copyChanged': [],

  'wallet.check': ['50.12 USDT', 'TRON'],
  'exchange.arrive': [],
  'exchange.why': [],
  'exchange.fee': [],
  'exchange.enter': [],
  'exchange.onTop': ['50.12'],
  'exchange.says': ['50.12 USDT'],
  'exchange.entered': ['51.12'],
  'exchange.smallest': [],
  'exchange.comma': [],
  'phone.text': [],
  'phone.inStep': [],

  'heldUntil': ['14:30'],
  'priceHeldUntil': [],
  'sendSoon': ['14:30'],
  'lastMinute': [],
  'cancelAsk': [],

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
  'expired.sentAlready': [],
  'expired.watching': ['22 Nov, 14:30'],
  'watchingUntil': ['22 Nov, 14:30'],
  'expiredPartial.title': [],
  'expiredPartial.text': ['20 USDT', '50.12 USDT'],
  'late.title': [],
  'late.text': [],
  'mayClose': [],
  'canceled.title': [],
  'canceled.text': [],
  'safe': [],
  'nothingLost': [],

  'deposit.title': ['USDT'],
  'deposit.yours': [],
  'deposit.keeps': [],

  'problem.address.text': [],
  'problem.cancel.text': [],
  'problem.openAgain': [],
  'problem.coin.text': [],
  'problem.seen.title': [],
  'problem.seen.text': [],
  'problem.closed.title': [],
  'problem.closed.text': [],
};

/** The warnings of one catalog as they are read, by their keys. */
export function warningsOf(messages: object): Readonly<Record<string, string>> {
  const sentences = sentencesOf(messages);
  const read = Object.entries(WARNINGS).map(([key, told]) => {
    const sentence = sentences.get(key) ?? '';
    return [key, typeof sentence === 'string' ? sentence : sentence(...told)];
  });
  return Object.fromEntries(read);
}
