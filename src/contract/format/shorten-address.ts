/** Returns the first four and the last three characters of an address: EQCQ…eCz. */
export function shortenAddress(address: string): string {
  return address.length > 10 ? `${address.slice(0, 4)}…${address.slice(-3)}` : address;
}
