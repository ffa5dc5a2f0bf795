/** The part of qrcode (1.5) that creates the matrix. The types of the package cover only its main entry. */
declare module 'qrcode/lib/core/qrcode.js' {
  import type { QRCode, QRCodeOptions } from 'qrcode';

  /** The types of the package want bytes for the mode of bytes. It encodes a text as UTF-8 itself. */
  type Segments = readonly { readonly data: string; readonly mode: 'byte' }[];
  const core: { create(content: string | Segments, options: QRCodeOptions): QRCode };
  export default core;
}

declare module 'qrcode/lib/renderer/utf8.js' {
  import type core from 'qrcode/lib/core/qrcode.js';

  const renderer: {
    render(code: ReturnType<typeof core.create>, options: { readonly margin: number }): string;
  };
  export default renderer;
}
