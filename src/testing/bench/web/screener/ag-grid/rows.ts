import type { IDatasource, IGetRowsParams } from 'ag-grid-community';
import type { Jetton, JettonStats } from '#contract/jetton.ts';
import { type Operation, operations, type RequestOf, type ResponseOf } from '#contract/operations.ts';

export interface Row {
  readonly jetton: Jetton;
  /** Comes after the list. */
  readonly stats?: JettonStats | undefined;
}

type Fill = (startRow: number, rows: readonly Row[]) => void;

/** The service's list as AG Grid asks for it: rows first, `fill` brings their statistics when they come. */
export function listRows(excludeScam: boolean, holdersMax: string | undefined, fill: Fill): IDatasource {
  const cursors = new Map<number, string>();
  const read = async (asked: IGetRowsParams<Row>) => {
    const { startRow, endRow } = asked;
    const { jettons, next } = await ask(operations.getJettons, {
      excludeScam,
      sort: 'volume24h',
      order: 'desc',
      limit: endRow - startRow,
      ...(holdersMax !== undefined && { holders: { max: holdersMax } }),
      ...(startRow > 0 && { cursor: cursors.get(startRow) }),
    });
    if (next) cursors.set(endRow, next);
    const rows: Row[] = jettons.map((jetton) => ({ jetton }));
    asked.successCallback(rows, next ? undefined : startRow + rows.length);
    const address = jettons.map(({ metadata }) => metadata.address);
    const { items } = await ask(operations.getJettonStatisticsList, { address, limit: address.length });
    const statsOf = new Map(items.map((stats) => [stats.address, stats]));
    fill(
      startRow,
      jettons.map((jetton) => ({ jetton, stats: statsOf.get(jetton.metadata.address) })),
    );
  };
  return { getRows: (asked) => void read(asked) };
}

async function ask<Op extends Operation>(
  { method, path }: Op,
  input: RequestOf<Op>,
): Promise<ResponseOf<Op>> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(path, { method, headers, body: JSON.stringify(input) });
  return answer.json();
}
