/** A customer deposit address. */
export const deposit = {
  deposit: {
    card: 'Deposit crypto',
    choose: 'What would you like to send?',
    title: (coin: string) => `Your address for ${coin}`,
    reusable: 'This address is yours and stays the same. Use it as often as you like, for any amount.',
    copyEachTime: 'Copy it from here each time, not from your wallet’s history, where look-alikes hide.',
    confirmation: 'Confirmation',
    changeNote: 'Each coin and network has its own address. Your current address keeps working.',
    back: 'Back to the address',
    slow: 'Still working on it…',
  },
};
