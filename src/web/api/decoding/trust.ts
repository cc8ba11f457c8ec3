import { asFields, asInteger, asTimestamp } from '#web/api/client/fields.ts';

export interface Trust {
  readonly score: number | undefined;
  readonly calculatedAt: string | undefined;
}

/** Decodes an item of operation 2. */
export function decodeTrust(item: unknown): Trust {
  const { score, updatedAt } = asFields(item);
  return { score: asInteger(score), calculatedAt: asTimestamp(updatedAt) };
}
