import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { PercentChange } from './formatted-values.tsx';

test('a change without trades has no direction, and says why', async () => {
  const change = { percent: -1.55 };
  const screen = await render(
    <>
      <PercentChange change={change} period="1h" untraded="no trades in 1h" />
      <PercentChange change={change} period="24h" />
    </>,
  );
  const untraded = screen.getByTitle('-1.55%: no trades in 1h');
  await expect.element(untraded).toHaveTextContent('−1.55%, no trades in 1h');
  await expect.element(untraded).toHaveClass('muted');
  await expect.element(screen.getByTitle('-1.55%', { exact: true })).toHaveClass('down');
});
