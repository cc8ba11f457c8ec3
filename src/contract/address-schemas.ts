import * as z from 'zod/mini';
import { parseAddress, type RawAddress } from './address.ts';

/** Accepts an address in any form and outputs its raw form. */
export const addressInput = z.pipe(
  z.string().check(z.maxLength(80)),
  z.transform((text: string, context): RawAddress => {
    const raw = parseAddress(text);
    if (raw !== undefined) return raw;
    context.issues.push({ code: 'custom', message: 'Invalid address', input: text });
    return z.NEVER;
  }),
);

/** An address in raw form, as in responses. */
export const rawAddress = z.string().check(z.regex(/^-?\d{1,3}:[0-9a-f]{64}$/));

/** The raw address of an admin, or REVOKED_ADMIN. */
export const adminAddress = z.string().check(z.regex(/^(-?\d{1,3}:[0-9a-f]{64})?$/));

/** The user-friendly form of every address in a response, by raw address. */
export const addressBook = z.record(
  z.string(),
  z.object({ userFriendly: z.string() }).check(z.meta({ id: 'AddressBookItem' })),
);
