const UNITS = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
  [1, 's'],
] as const;

/** Returns a duration in its two largest units: 2 d 5 h, 12 min 3 s. */
export function durationText(seconds: number): string {
  const whole = Math.round(seconds);
  const first = UNITS.findIndex(([size]) => whole >= size);
  if (first < 0) return '0 s';
  let rest = whole;
  const parts = UNITS.slice(first, first + 2).map(([size, unit]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count > 0 ? `${count} ${unit}` : '';
  });
  return parts.filter(Boolean).join(' ');
}
