import * as z from 'zod/mini';
import { dateTime } from './change.ts';

/** What `/status` answers: where the data comes from, its clock, and how much there is. */
export const status = z
  .object({
    source: z.enum(['simulated', 'imported', 'none']),
    /** The clock that the numbers are computed at; fixed where `clockFixed`. */
    clock: dateTime,
    clockFixed: z.boolean(),
    counts: z.object({ jettons: z.int(), pools: z.int(), swaps: z.int() }),
    version: z.string(),
  })
  .check(z.meta({ id: 'Status' }));
export type Status = z.infer<typeof status>;

export const STATUS_PATH = '/status';
export const HEALTH_PATH = '/healthz';
