// Written by .config/icons.mjs: never edit by hand.
/*! Drawing: web3icons 4.0.56, MIT License, Copyright (c) 0xa3k5. The mark belongs to its owner. */
export const drawing = {
  viewBox: '0 0 24 24',
  shapes: [
    { d: 'M24 0H0v24h24z', fill: '#fff' },
    {
      d: 'M4 5.517c0-.52 0-.78.098-.98a.96.96 0 0 1 .44-.44C4.738 4 4.998 4 5.517 4h12.966c.52 0 .78 0 .98.098a.97.97 0 0 1 .439.44c.098.2.098.46.098.979v12.966c0 .52 0 .78-.098.98a.96.96 0 0 1-.44.439c-.2.098-.46.098-.979.098H5.517c-.52 0-.78 0-.98-.098a.96.96 0 0 1-.439-.44C4 19.263 4 19.002 4 18.484z',
      fill: '#00F',
    },
  ],
};
