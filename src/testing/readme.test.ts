import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { linkTypes } from '#contract/jetton.ts';
import { operations } from '#contract/operations.ts';
import { trustWeights } from '#service/analytics/trust-score.ts';
import { settings } from '#service/config.ts';

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const rows = readme
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) => line.slice(1, -1).split('|'))
  .map((cells) => cells.map((cell) => cell.trim().replaceAll('`', '')));

describe('the README', () => {
  test.each(Object.values(settings))('names the setting $name with its default', ({ name, fallback }) => {
    expect(rows.find(([first]) => first === name)?.[1]).toBe(fallback);
  });

  test('lists the operations in order, with paths and plans', () => {
    const listed = rows
      .filter(([number]) => /^\d+$/.test(number ?? ''))
      .map(([, , call, plan]) => [call, plan]);
    expect(listed).toEqual(
      Object.values(operations).map(({ method, path, plan }) => [`${method} ${path}`, plan]),
    );
  });

  test('gives the weights of the trust score', () => {
    const header = rows.findIndex(([first, second]) => first === 'fact' && second === 'weight');
    const weights = rows.slice(header + 2, header + 2 + Object.keys(trustWeights).length);
    expect(weights.map(([, weight]) => Number(weight))).toEqual(Object.values(trustWeights));
  });

  test('names every link type', () => {
    for (const type of linkTypes) expect(readme).toContain(`\`${type}\``);
  });
});
