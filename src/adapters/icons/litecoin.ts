// Written by .config/icons.mjs: never edit by hand.
/*! Drawing: web3icons 4.0.56, MIT License, Copyright (c) 0xa3k5. The mark belongs to its owner. */
export const drawing = {
  viewBox: '0 0 24 24',
  shapes: [
    { d: 'M24 0H0v24h24z', fill: '#345D9D' },
    {
      d: 'M6.43 15.21 5 15.77 5.69 13l1.44-.58L9.21 4h5.13l-1.52 6.2 1.41-.57-.68 2.74-1.42.58-.85 3.621H19L18.13 20H5.25z',
      fill: '#fff',
    },
  ],
};
