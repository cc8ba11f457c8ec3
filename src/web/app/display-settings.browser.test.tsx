import '#web/style/tokens.css';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { ColorToggle } from './display-settings.tsx';

test('the toggle cycles through the color pairs, applies them and stores them', async () => {
  const screen = await render(<ColorToggle />);
  const risingColor = () => getComputedStyle(document.documentElement).getPropertyValue('--up');
  const colors = [risingColor()];
  for (const [current, next] of [
    ['green up, red down', 'blue up, orange down'],
    ['blue up, orange down', 'red up, green down'],
    ['red up, green down', 'green up, red down'],
  ]) {
    await screen.getByRole('button', { name: `Colors: ${current}` }).click();
    await expect.element(screen.getByRole('button', { name: `Colors: ${next}` })).toBeVisible();
    colors.push(risingColor());
  }
  expect(new Set(colors).size).toBe(3);
  expect(colors[3]).toBe(colors[0]);
  expect(localStorage.getItem('jetscope.colours')).toBe('{"pair":"green-red"}');
});
