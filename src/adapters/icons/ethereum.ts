// Written by .config/icons.mjs: never edit by hand.
/*! Drawing: web3icons 4.0.56, MIT License, Copyright (c) 0xa3k5. The mark belongs to its owner. */
export const drawing = {
  viewBox: '0 0 24 24',
  shapes: [
    { d: 'M24 0H0v24h24z', fill: '#000' },
    { d: 'M12 4v5.912l5 2.237z', fill: '#8FFCF3' },
    { d: 'm12 4-5 8.148 5-2.235z', fill: '#CABCF8' },
    { d: 'M12 15.98V20l5-6.92z', fill: '#CBA7F5' },
    { d: 'M12 20v-4.02l-5-2.9z', fill: '#74A0F3' },
    { d: 'm12 15.049 5-2.9-5-2.236z', fill: '#CBA7F5' },
    { d: 'm7 12.149 5 2.9V9.913z', fill: '#74A0F3' },
    {
      d: 'm12 15.048-5-2.9L12 4l5 8.148zm-4.67-3.136 4.588-7.475v5.435zm-.068.204 4.656-2.068v4.768zm4.816-2.068v4.768l4.653-2.7zm0-.176 4.588 2.04-4.588-7.475z',
      fill: '#202699',
      evenOdd: true,
    },
    {
      d: 'm12 15.917-5-2.84L12 20l5-6.924zm-4.44-2.341 4.36 2.48v3.56zm4.519 2.48v3.56l4.36-6.04z',
      fill: '#202699',
      evenOdd: true,
    },
  ],
};
