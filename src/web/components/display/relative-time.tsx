import { formatAge, formatDateTimeWithSeconds } from '#contract/format/format-time.ts';

/** How long ago; when exactly, on hover. */
export function RelativeTime({ time, now }: { time: string; now: Date }) {
  const date = new Date(time);
  return (
    <time dateTime={time} title={`${formatDateTimeWithSeconds(date)} UTC`}>
      {formatAge(date, now)}
    </time>
  );
}
