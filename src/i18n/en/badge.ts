/** The status badge. */
export const badge = {
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
