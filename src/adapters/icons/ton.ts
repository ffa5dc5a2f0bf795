// Written by .config/icons.mjs: never edit by hand.
/*! Drawing: web3icons 4.0.56, MIT License, Copyright (c) 0xa3k5. The mark belongs to its owner. */
export const drawing = {
  viewBox: '0 0 24 24',
  shapes: [
    { d: 'M24 0H0v24h24z', fill: '#0098EA' },
    {
      d: 'M17.402 4H6.597C4.61 4 3.351 6.143 4.35 7.875l6.67 11.559a1.132 1.132 0 0 0 1.96 0l6.67-11.559C20.648 6.145 19.39 4 17.404 4zm-6.388 11.968L9.56 13.157 6.057 6.89a.612.612 0 0 1 .539-.916h4.416v9.995zm6.926-9.08-3.503 6.27-1.453 2.81V5.973h4.417c.484 0 .77.514.538.915',
      fill: '#fff',
    },
  ],
};
