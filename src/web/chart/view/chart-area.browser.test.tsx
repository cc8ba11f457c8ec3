import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ChartArea } from './chart-area.tsx';

test('names what Enter does and announces its result', async () => {
  const enter = { hint: 'Press Enter to add a price line.', run: () => 'Line added at 1.5 GRAM' };
  const screen = await render(
    <ChartArea session={undefined} label="Price" enter={enter}>
      {null}
    </ChartArea>,
  );
  const area = screen.getByRole('application', { name: /Press Enter to add a price line\.$/ });
  await expect.element(area).toBeInTheDocument();
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.element(screen.getByText('Line added at 1.5 GRAM')).toBeInTheDocument();
});
