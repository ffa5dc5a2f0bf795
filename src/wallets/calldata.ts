/**
 * Returns the call `transfer(address,uint256)` of ERC-20 and TRC-20: the selector and two words of 32 bytes, in hexadecimal
 * without a prefix.
 * @param account 20 bytes in hexadecimal, without a prefix
 */
export function transferCall(account: string, units: bigint): string {
  return `a9059cbb${account.toLowerCase().padStart(64, '0')}${units.toString(16).padStart(64, '0')}`;
}
