import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { look } from './theme.ts';

const tokens = readFileSync(new URL('../../web/style/tokens.css', import.meta.url), 'utf8');

test.each(Object.entries(look))('%s is the page’s', (name, color) => {
  const [, dark] = new RegExp(`--${name}: light-dark\\(.*, (oklch\\([^)]*\\))\\);`).exec(tokens) ?? [];
  expect(color).toBe(dark);
});
