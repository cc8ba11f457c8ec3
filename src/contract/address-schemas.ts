import * as z from 'zod/mini';
import { parseAddress, type RawAddress } from './address.ts';

/** Input: any spelling of an address; output: its raw form. */
export const addressInput = z.pipe(
  z.string().check(z.maxLength(80), z.meta({ description: 'Address, raw or user-friendly' })),
  z.transform((text: string, context): RawAddress => {
    const raw = parseAddress(text);
    if (raw !== undefined) return raw;
    context.issues.push({ code: 'custom', message: 'not an address', input: text });
    return z.NEVER;
  }),
);

/** Output: an address in raw form. */
export const rawAddress = z
  .string()
  .check(z.regex(/^-?\d{1,3}:[0-9a-f]{64}$/), z.meta({ description: 'Raw address' }));

export const addressBook = z
  .record(z.string(), z.object({ userFriendly: z.string() }).check(z.meta({ id: 'AddressBookItem' })))
  .check(z.meta({ description: 'User-friendly form of every address in the response' }));
