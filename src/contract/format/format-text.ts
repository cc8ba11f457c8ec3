/** Returns the first four and the last three characters of an address: EQCQ…eCz. */
export function shortenAddress(address: string): string {
  return address.length > 10 ? `${address.slice(0, 4)}…${address.slice(-3)}` : address;
}

/** Returns the text with its first letter in upper case. */
export function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
