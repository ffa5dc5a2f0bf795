/** The part of qrcode (1.5) that makes the matrix; its own types cover only the package's front door. */
declare module 'qrcode/lib/core/qrcode.js' {
  namespace core {
    interface QrCode {
      /** 1 to 40: the size, `17 + 4 × version` modules along one edge. */
      readonly version: number;
      readonly modules: Matrix;
    }
    interface Matrix {
      readonly size: number;
      /** Row by row, 1 for dark. */
      readonly data: Uint8Array;
    }
    interface Options {
      readonly errorCorrectionLevel: 'L' | 'M' | 'Q' | 'H';
      /** `create` throws when the text does not fit; the smallest that holds it when left out. */
      readonly version?: number;
    }
  }
  const core: { create(text: string, options: core.Options): core.QrCode };
  export default core;
}
