// Written by .config/icons.mjs: never edit by hand.
/*! Drawing: web3icons 4.0.56, MIT License, Copyright (c) 0xa3k5. The mark belongs to its owner. */
export const drawing = {
  viewBox: '0 0 24 24',
  shapes: [
    { d: 'M24 0H0v24h24z', fill: '#000' },
    { d: 'M12 12c2.43 0 4.4-.358 4.4-.8 0-.441-1.97-.8-4.4-.8s-4.4.358-4.4.8 1.97.8 4.4.8', fill: '#fff' },
    {
      d: 'M17.006 4.8H6.972L4 11.322l8 7.878 8-7.878zM12.8 12.383c2.27-.095 4.002-.588 4.002-1.183 0-.663-2.15-1.2-4.8-1.2s-4.8.537-4.8 1.2c0 .594 1.729 1.088 3.998 1.183V16h1.6z',
      fill: '#fff',
      evenOdd: true,
    },
    { d: 'M15.6 7.2H8.4v1.6h2.8v2.8h1.6V8.8h2.8z', fill: '#DDA85B' },
  ],
};
