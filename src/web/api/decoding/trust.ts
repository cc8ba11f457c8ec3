import { asFields, asInteger, asTimestamp } from './fields.ts';

export interface Trust {
  readonly score: number | undefined;
  /** When it was calculated. */
  readonly calculatedAt: string | undefined;
}

/** An item of operation 2. */
export function decodeTrust(item: unknown): Trust {
  const { score, updatedAt } = asFields(item);
  return { score: asInteger(score), calculatedAt: asTimestamp(updatedAt) };
}
