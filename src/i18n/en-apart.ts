/** The words of elements that no payment needs: these bring them (`addEnglish`). */
export const apart = {
  deposit: {
    card: 'Deposit crypto',
    choose: 'What would you like to send?',
    title: (coin: string) => `Your address for ${coin}`,
    yours: 'This address is yours and stays the same. Use it as often as you like, for any amount.',
    confirmation: 'Confirmation',
    keeps: 'Each coin and network has its own address. The address you have keeps working.',
    back: 'Back to the address',
    long: 'Still working on it…',
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
