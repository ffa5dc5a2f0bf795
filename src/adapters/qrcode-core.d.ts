/** The part of qrcode (1.5) that creates the matrix. The types of the package cover only its main entry. */
declare module 'qrcode/lib/core/qrcode.js' {
  import type { QRCode, QRCodeOptions } from 'qrcode';

  const core: { create(text: string, options: QRCodeOptions): QRCode };
  export default core;
}

declare module 'qrcode/lib/renderer/utf8.js' {
  import type core from 'qrcode/lib/core/qrcode.js';

  const renderer: {
    render(code: ReturnType<typeof core.create>, options: { readonly margin: number }): string;
  };
  export default renderer;
}
