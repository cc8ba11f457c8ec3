import { changeArrow, formatChange } from '#contract/format/format-change.ts';
import styles from './change.module.css';
import { Unknown } from './figure.tsx';

/** A change in percent, with sign and arrow as well as colour. */
export function Change({ percent }: { percent: number | undefined }) {
  if (percent === undefined) return <Unknown />;
  const change = formatChange(percent);
  return (
    <span className={styles[change.direction]} title={`${percent}%`}>
      {change.text}% <span aria-hidden="true">{changeArrow(change)}</span>
    </span>
  );
}
