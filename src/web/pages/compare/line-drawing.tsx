import type { IndexScale } from '#web/lib/numbers/index-scale.ts';
import styles from './line-chart.module.css';
import type { NamedLine } from './line-chart.tsx';

const WIDTH = 1000;
const HEIGHT = 320;

interface Props {
  readonly lines: readonly NamedLine[];
  readonly scale: IndexScale;
  /** Of the width. */
  readonly cursor: number | undefined;
}

/** For the eye alone: what it says is in the slider's words and in the table. */
export function LineDrawing({ lines, scale, cursor }: Props) {
  return (
    <svg
      className={styles.drawing}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {scale.marks.map((mark) => (
        <path
          key={mark}
          className={mark === 100 ? styles.start : styles.rule}
          d={`M0 ${heightOf(mark, scale)}H${WIDTH}`}
        />
      ))}
      {cursor === undefined ? null : <path className={styles.cursor} d={`M${cursor * WIDTH} 0V${HEIGHT}`} />}
      {lines.map(({ address, values }, index) => (
        <path key={address} className={styles.line} data-line={index} d={pathOf(values, scale)} />
      ))}
    </svg>
  );
}

function heightOf(value: number, scale: IndexScale): number {
  return rounded(HEIGHT * (1 - scale.place(value)));
}

function pathOf(values: readonly (number | undefined)[], scale: IndexScale): string {
  const step = WIDTH / Math.max(values.length - 1, 1);
  return values
    .flatMap((value, index) => {
      if (value === undefined) return [];
      const isFirst = values[index - 1] === undefined;
      return `${isFirst ? 'M' : 'L'}${rounded(index * step)} ${heightOf(value, scale)}`;
    })
    .join('');
}

function rounded(size: number): number {
  return Math.round(size * 10) / 10;
}

export function lastOf(values: readonly (number | undefined)[]): number | undefined {
  return values.findLast((value) => value !== undefined);
}
