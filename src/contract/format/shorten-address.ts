/** The ends of an address, as people compare them. */
export function shortenAddress(address: string): string {
  return address.length > 10 ? `${address.slice(0, 4)}…${address.slice(-3)}` : address;
}
