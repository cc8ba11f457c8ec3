import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { Suggestions } from './suggestions.tsx';

const options = [
  { key: 'a', text: 'NOT', note: 'Notcoin' },
  { key: 'b', text: 'DOGS', note: 'Dogs' },
];

test('the active option is selected and named', async () => {
  const screen = await render(
    <Suggestions id="list" label="Jettons" options={options} active={1} onPick={() => undefined} />,
  );
  await expect.element(screen.getByRole('option', { name: 'DOGS' })).toHaveAttribute('aria-selected', 'true');
  await expect.element(screen.getByRole('option', { name: 'NOT' })).toHaveAttribute('aria-selected', 'false');
});

test('a click picks an option and leaves the focus where it is', async () => {
  const onPick = vi.fn<(index: number) => void>();
  const screen = await render(
    <>
      <input aria-label="Search" />
      <Suggestions id="list" label="Jettons" options={options} active={0} onPick={onPick} />
    </>,
  );
  await screen.getByLabelText('Search').click();
  await screen.getByRole('option', { name: 'DOGS' }).click();
  expect(onPick).toHaveBeenCalledWith(1);
  await expect.element(screen.getByLabelText('Search')).toHaveFocus();
});
