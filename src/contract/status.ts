import * as z from 'zod/mini';
import { dateTime } from './change.ts';

/** Response of `/status`: the source of the data, its clock and its size. */
export const status = z
  .object({
    source: z.enum(['simulated', 'imported', 'none']),
    /** The time that all values are calculated for. Does not advance if `clockFixed` is true. */
    clock: dateTime,
    clockFixed: z.boolean(),
    counts: z.object({ jettons: z.int(), pools: z.int(), swaps: z.int() }),
    version: z.string(),
  })
  .check(z.meta({ id: 'Status' }));
export type Status = z.infer<typeof status>;

export const STATUS_PATH = '/status';
export const HEALTH_PATH = '/healthz';
