import { type PricePeriod, periodSeconds } from '#contract/enums.ts';
import { formatAge, formatDateTime } from '#contract/format/format-time.ts';
import { exchangeName } from '#contract/format/market-names.ts';
import type { MissingRange } from '#contract/period-sets.ts';

/** Returns the ranges that touch the windows (T−L, T] or, of both that a change compares, (T−2L, T] of a period. */
export function missingOf(
  missing: readonly MissingRange[] | undefined,
  now: Date,
  period: PricePeriod,
  windows: 1 | 2 = 1,
): readonly MissingRange[] {
  const start = now.getTime() - windows * periodSeconds[period] * 1000;
  return missing?.filter(({ to }) => Date.parse(to) > start) ?? [];
}

function textOf(missing: readonly MissingRange[]): string {
  return missing
    .map(({ exchangeId, from, to, seconds }) => {
      const [first, last] = [from, to].map((time) => formatDateTime(new Date(time)));
      const length = formatAge(new Date(0), new Date(seconds * 1000));
      return `${exchangeName(exchangeId)}: ${length} missing, ${first}–${last?.slice(-5)} UTC`;
    })
    .join('; ');
}

interface Props {
  readonly missing: readonly MissingRange[];
}

/** Marks a value that lacks swaps, with the reason as a tooltip. Renders nothing if nothing is missing. */
export function MissingMark({ missing }: Props) {
  const text = textOf(missing);
  if (!text) return null;
  return (
    <small className="muted" title={text}>
      <span aria-hidden="true">*</span>
      <span className="visually-hidden">{text}</span>
    </small>
  );
}

/** The same as a line of text. */
export function MissingNote({ missing }: Props) {
  const text = textOf(missing);
  return text ? <p className="caption">{text}</p> : null;
}
