import { type SQL, sql } from 'drizzle-orm';

/** Columns of ShortJettonMeta. */
export interface ShortMetaRow {
  readonly address: string;
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
  readonly image: string | null;
}

export function shortMetaColumns(jetton: SQL): SQL {
  return sql`${jetton}.address, ${jetton}.name, ${jetton}.symbol, ${jetton}.decimals, ${jetton}.image`;
}
