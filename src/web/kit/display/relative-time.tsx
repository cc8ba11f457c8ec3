import { formatAge, formatDateTimeWithSeconds } from '#contract/format/format-time.ts';

/** Time elapsed since `time`, without "ago". The tooltip shows the exact time in UTC. */
export function RelativeTime({ time, now }: { time: string; now: Date }) {
  const date = new Date(time);
  return (
    <time dateTime={time} title={`${formatDateTimeWithSeconds(date)} UTC`}>
      {formatAge(date, now)}
    </time>
  );
}
