import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { colors } from './canvas.ts';

const tokens = readFileSync(new URL('../../../web/style/tokens.css', import.meta.url), 'utf8');

test.each(Object.entries(colors))('%s is the color of the dashboard', (name, color) => {
  const [, dark] = new RegExp(`--${name}: light-dark\\(.*, (oklch\\([^)]*\\))\\);`).exec(tokens) ?? [];
  expect(color).toBe(dark);
});
