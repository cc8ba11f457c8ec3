import { useNavigate } from '@tanstack/react-router';
import { type MouseEvent, memo, type ReactNode } from 'react';
import type { ListedJetton } from '#web/api/strangers.ts';
import { columns } from './columns.tsx';
import styles from './jetton-table.module.css';

const SKELETON_ROWS = 24;

function Table({ busy = false, children }: { busy?: boolean; children: ReactNode }) {
  return (
    <table className={styles.table} aria-label="Jettons" aria-busy={busy}>
      <thead>
        <tr>
          {columns.map(({ id, label, unit, title }) => (
            <th key={id} scope="col" className={styles[id]} title={title}>
              {label}
              {unit ? <span className={styles.unit}> {unit}</span> : null}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

export function JettonTable({ jettons }: { jettons: readonly ListedJetton[] }) {
  return (
    <Table>
      {jettons.map((jetton, index) => (
        <JettonRow key={jetton.face.address} jetton={jetton} index={index} />
      ))}
    </Table>
  );
}

// Kept from being drawn again when more rows come.
const JettonRow = memo(function JettonRow({ jetton, index }: { jetton: ListedJetton; index: number }) {
  const navigate = useNavigate();
  const open = (event: MouseEvent) => {
    const onLink = event.target instanceof Element && event.target.closest('a');
    const selecting = getSelection()?.type === 'Range';
    if (onLink || selecting) return;
    void navigate({ to: '/jetton/$address', params: { address: jetton.face.userFriendly } });
  };
  return (
    <tr className={styles.row} onClick={open}>
      {columns.map(({ id, cell }) => (
        <td key={id} className={styles[id]}>
          {cell(jetton, index)}
        </td>
      ))}
    </tr>
  );
});

/** The table before its first rows: of their size, so that nothing moves when they come. */
export function JettonTableSkeleton() {
  return (
    <Table busy>
      {Array.from({ length: SKELETON_ROWS }, (_, index) => (
        <tr key={String(index)}>
          {columns.map(({ id }) => (
            <td key={id} className={styles[id]}>
              {id === 'rank' ? null : <span className={styles.bone} />}
            </td>
          ))}
        </tr>
      ))}
    </Table>
  );
}
