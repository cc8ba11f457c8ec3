import type { IndexScale } from '#web/lib/numbers/index-scale.ts';
import styles from './line-chart.module.css';
import type { NamedLine } from './named-line.ts';

const WIDTH = 1000;
const HEIGHT = 320;

interface Props {
  readonly lines: readonly NamedLine[];
  readonly scale: IndexScale;
  /** Horizontal position, 0 to 1. */
  readonly cursor: number | undefined;
}

/** Hidden from screen readers: the slider and the value table provide the values as text. */
export function LinePlot({ lines, scale, cursor }: Props) {
  return (
    <svg
      className={styles.svg}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {scale.marks.map((mark) => (
        <path
          key={mark}
          className={mark === 100 ? styles.baseline : styles.gridLine}
          d={`M0 ${yOf(mark, scale)}H${WIDTH}`}
        />
      ))}
      {cursor === undefined ? null : <path className={styles.cursor} d={`M${cursor * WIDTH} 0V${HEIGHT}`} />}
      {lines.map(({ address, values }, index) => (
        <path key={address} className={styles.line} data-line={index} d={pathOf(values, scale)} />
      ))}
    </svg>
  );
}

function yOf(value: number, scale: IndexScale): number {
  return rounded(HEIGHT * (1 - scale.position(value)));
}

function pathOf(values: readonly (number | undefined)[], scale: IndexScale): string {
  const step = WIDTH / Math.max(values.length - 1, 1);
  return values
    .flatMap((value, index) => {
      if (value === undefined) return [];
      const isFirst = values[index - 1] === undefined;
      return `${isFirst ? 'M' : 'L'}${rounded(index * step)} ${yOf(value, scale)}`;
    })
    .join('');
}

function rounded(size: number): number {
  return Math.round(size * 10) / 10;
}
