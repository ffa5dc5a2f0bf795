/** The status badge. */
export const badge = {
  badge: {
    loading: 'Opening',
    choosing: 'Not selected yet',
    creating: 'Getting address',
    awaiting: 'Waiting for payment',
    detected: 'Payment detected',
    processing: 'Processing',
    partial: 'Partially paid',
    partial_detected: 'Another payment detected',
    paid: 'Paid',
    overpaid: 'Overpaid',
    checking: 'Checking',
    expired: 'Expired',
    expired_partial: 'Expired, partially paid',
    late: 'Paid late',
    canceled: 'Canceled',
    stale: 'Not up to date',
    error: 'Problem',
  },
};
