import type { RawAddress } from '#contract/address.ts';

/** Returns the path of a jetton's image, relative to the base URL of the service. */
export function imagePath(address: RawAddress): string {
  return `/pictures/${address}.svg`;
}
