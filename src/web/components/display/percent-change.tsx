import { changeArrow, formatChange } from '#contract/format/format-change.ts';
import { UnknownValue } from './formatted-number.tsx';
import styles from './percent-change.module.css';

/** A percent change with a sign and an arrow, so that it does not rely on color alone. */
export function PercentChange({ percent }: { percent: number | undefined }) {
  if (percent === undefined) return <UnknownValue />;
  const change = formatChange(percent);
  return (
    <span className={styles[change.direction]} title={`${percent}%`}>
      {change.text}% <span aria-hidden="true">{changeArrow(change)}</span>
    </span>
  );
}
