import type { IDatasource, IGetRowsParams } from 'ag-grid-community';
import type { Jetton, JettonStats } from '#contract/jetton.ts';
import { type Operation, operations, type RequestOf, type ResponseOf } from '#contract/operations.ts';

export interface Row {
  readonly jetton: Jetton;
  /** Loaded after the list. */
  readonly stats?: JettonStats | undefined;
}

type FillRows = (startRow: number, rows: readonly Row[]) => void;

/** Returns the list of the service as a data source of AG Grid. Calls `fill` when the statistics of rows are loaded. */
export function listRows(excludeScam: boolean, holdersMax: string | undefined, fill: FillRows): IDatasource {
  const cursors = new Map<number, string>();
  const read = async (block: IGetRowsParams<Row>) => {
    const { startRow, endRow } = block;
    const { jettons, next } = await sendRequest(operations.getJettons, {
      excludeScam,
      sort: 'volume24h',
      order: 'desc',
      limit: endRow - startRow,
      ...(holdersMax !== undefined && { holders: { max: holdersMax } }),
      ...(startRow > 0 && { cursor: cursors.get(startRow) }),
    });
    if (next) cursors.set(endRow, next);
    const rows: Row[] = jettons.map((jetton) => ({ jetton }));
    block.successCallback(rows, next ? undefined : startRow + rows.length);
    const address = jettons.map(({ metadata }) => metadata.address);
    const { items } = await sendRequest(operations.getJettonStatisticsList, {
      address,
      limit: address.length,
    });
    const statsOf = new Map(items.map((stats) => [stats.address, stats]));
    fill(
      startRow,
      jettons.map((jetton) => ({ jetton, stats: statsOf.get(jetton.metadata.address) })),
    );
  };
  return { getRows: (block) => void read(block) };
}

async function sendRequest<Op extends Operation>(
  { method, path }: Op,
  input: RequestOf<Op>,
): Promise<ResponseOf<Op>> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(path, { method, headers, body: JSON.stringify(input) });
  return response.json();
}
