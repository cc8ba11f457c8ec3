import { Gauge, type Registry } from 'prom-client';
import type { StoredMetrics } from '#service/operations/store-status.ts';
import type { Store, StoreCondition } from '#service/store/database.ts';

const conditions: readonly StoreCondition['state'][] = ['ok', 'read-only', 'unavailable'];

/** Creates the metrics of the store, and returns the function that sets them; undefined if it did not respond. */
export function createStoreMetrics(
  registry: Registry,
  store: Pick<Store, 'engine' | 'condition' | 'connections'>,
): (stored: StoredMetrics | undefined) => void {
  const registers = [registry];
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name: `jetscope_store_${name}`, help, labelNames, registers });
  gauge('info', 'Engine of the store: embedded or server; always 1', 'engine').set(
    { engine: store.engine },
    1,
  );
  const up = gauge('up', 'Whether the store responded to this scrape within two seconds');
  const condition = gauge('condition', 'Condition of the store: 1 for the present one', 'condition');
  const connections = gauge('connections', 'Connections to the server: idle or active', 'state');
  const waiting = gauge('waiting_statements', 'Statements that wait for a connection to the server');
  const tableRows = gauge('rows', 'Estimated number of rows by table', 'table');
  const size = gauge('size_bytes', 'Size of the database');
  const calculated = gauge('calculated_timestamp_seconds', 'Unix time that all values are calculated for');
  return (stored) => {
    for (const metric of [connections, tableRows]) metric.reset();
    // Without labels, a reset value would be 0 instead of missing.
    for (const metric of [waiting, size, calculated]) metric.remove();
    up.set(stored ? 1 : 0);
    const { state } = store.condition();
    for (const name of conditions) condition.set({ condition: name }, name === state ? 1 : 0);
    const pool = store.connections?.();
    if (pool) {
      connections.set({ state: 'idle' }, pool.idle);
      connections.set({ state: 'active' }, pool.total - pool.idle);
      waiting.set(pool.waiting);
    }
    if (!stored) return;
    for (const [table, count] of stored.rows) tableRows.set({ table }, count);
    size.set(stored.bytes);
    if (stored.calculatedAt) calculated.set(stored.calculatedAt.getTime() / 1000);
  };
}
