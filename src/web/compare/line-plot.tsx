import type { IndexScale } from './index-scale.ts';
import styles from './line-chart.module.css';
import type { NamedLine } from './named-line.ts';

const WIDTH = 1000;
const HEIGHT = 320;

interface Props {
  readonly lines: readonly NamedLine[];
  /** Addresses of lines that are not drawn. */
  readonly hidden: ReadonlySet<string>;
  readonly scale: IndexScale;
  /** Horizontal position, 0 to 1. */
  readonly cursor: number | undefined;
}

/** Hidden from screen readers: the slider and the value table provide the values as text. */
export function LinePlot({ lines, hidden, scale, cursor }: Props) {
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
      {lines.map(({ address, values }, index) =>
        hidden.has(address) ? null : (
          <path key={address} className={styles.line} data-line={index} d={pathOf(values, scale)} />
        ),
      )}
      {lines.map(({ address, values, startsAt }, index) =>
        hidden.has(address) || startsAt === undefined ? null : (
          <path key={address} className={styles.start} data-line={index} d={startPath(values, scale)} />
        ),
      )}
    </svg>
  );
}

/** Returns a line without length: its round caps form a dot, which the stretched plot does not distort. */
function startPath(values: readonly (number | undefined)[], scale: IndexScale): string {
  const first = values.findIndex((value) => value !== undefined);
  const step = WIDTH / Math.max(values.length - 1, 1);
  return first < 0 ? '' : `M${rounded(first * step)} ${yOf(values[first] ?? 100, scale)}h0`;
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
