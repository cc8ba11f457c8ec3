import { ageText, secondText } from '#contract/text/time-text.ts';

/** How long ago; when exactly, on hover. */
export function Age({ time, now }: { time: string; now: Date }) {
  const date = new Date(time);
  return (
    <time dateTime={time} title={`${secondText(date)} UTC`}>
      {ageText(date, now)}
    </time>
  );
}
