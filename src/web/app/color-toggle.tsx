import { useLayoutEffect } from 'react';
import { Button } from '#web/kit/controls/button.tsx';
import { colorPairLabels, colorPairs, useColorPair } from '#web/kit/device/preferences.ts';

/** Cycles through the color pairs for rising and falling values. */
export function ColorToggle() {
  const pair = useColorPair((state) => state.pair);
  const next = colorPairs[(colorPairs.indexOf(pair) + 1) % colorPairs.length] ?? 'green-red';
  useLayoutEffect(() => {
    document.documentElement.dataset.colorPair = pair;
  }, [pair]);
  const label = `Colors: ${colorPairLabels[pair]}`;
  return (
    <Button
      bare
      aria-label={label}
      title={`${label}. Switch to ${colorPairLabels[next]}`}
      onClick={() => useColorPair.setState({ pair: next })}
    >
      <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
        <path d="M1.5 10 5 4l3.5 6z" fill="var(--up)" />
        <path d="M7.5 6 11 12l3.5-6z" fill="var(--down)" />
      </svg>
    </Button>
  );
}
