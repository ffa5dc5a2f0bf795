/** The part of qrcode (1.5) that makes the matrix; its own types cover only the package's front door. */
declare module 'qrcode/lib/core/qrcode.js' {
  interface Matrix {
    readonly size: number;
    /** Row by row, 1 for dark. */
    readonly data: Uint8Array;
  }
  const core: {
    create(
      text: string,
      options: { readonly errorCorrectionLevel: 'L' | 'M' | 'Q' | 'H' },
    ): { readonly modules: Matrix };
  };
  export default core;
}
