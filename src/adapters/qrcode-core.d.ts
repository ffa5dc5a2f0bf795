/** The part of qrcode (1.5) that makes the matrix; its own types cover only the package's front door. */
declare module 'qrcode/lib/core/qrcode.js' {
  import type { QRCode, QRCodeOptions } from 'qrcode';

  const core: { create(text: string, options: QRCodeOptions): QRCode };
  export default core;
}
