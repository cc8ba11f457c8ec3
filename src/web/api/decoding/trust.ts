import { fieldsOf, momentOf, wholeOf } from './fields.ts';

export interface Trust {
  readonly score: number | undefined;
  /** When it was calculated. */
  readonly at: string | undefined;
}

/** An item of operation 2. */
export function readTrust(item: unknown): Trust {
  const { score, updatedAt } = fieldsOf(item);
  return { score: wholeOf(score), at: momentOf(updatedAt) };
}
