/** The part of eth-url-parser (1.0) that the tests use; it has no types of its own. */
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
