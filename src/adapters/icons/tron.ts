// Written by .config/icons.mjs: never edit by hand.
/*! Drawing: web3icons 4.0.56, MIT License, Copyright (c) 0xa3k5. The mark belongs to its owner. */
export const drawing = {
  viewBox: '0 0 24 24',
  shapes: [
    { d: 'M24 0H0v24h24z', fill: '#C4342B' },
    {
      d: 'M5.261 4.165a.5.5 0 0 1 .492-.15l10.58 2.59a.5.5 0 0 1 .176.082l2.153 1.57a.504.504 0 0 1 .12.687L11.374 19.78a.5.5 0 0 1-.887-.116L5.161 4.669a.5.5 0 0 1 .1-.503m1.746 2.705 3.697 10.41.609-5.394zm5.296 5.19-.618 5.488 5.23-7.653zm5.084-3.494-3.37 1.582 2.258-2.392zm-2.13-1.194L7.032 5.361l4.823 5.616z',
      fill: '#fff',
      evenOdd: true,
    },
  ],
};
