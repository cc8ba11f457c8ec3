import type { RawAddress } from '#contract/address.ts';

/** Where this service draws a jetton's picture; the caller's address of the service goes before it. */
export function imagePath(address: RawAddress): string {
  return `/pictures/${address}.svg`;
}
