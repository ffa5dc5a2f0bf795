/** The part of eth-url-parser (1.0) that the tests ask; it comes without types. */
declare module 'eth-url-parser' {
  const parser: {
    parse(uri: string): {
      readonly target_address: string;
      readonly chain_id?: string;
      readonly parameters?: Readonly<Record<string, string>>;
    };
  };
  export default parser;
}
