import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { newIssueLink, type ProblemReport, problemReport, reportText } from './problem-report.ts';

const report: ProblemReport = {
  screen: '/?sort=holders&liq.min=1000&q=%F0%9F%92%8E',
  version: '0.1.0',
  browser: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/146.0',
};

test.each(['https://tracker.example/owner/name/issues/new', 'https://tracker.example/new?project=a%26b'])(
  'the link to %s contains the report',
  (formUrl) => {
    const { origin, pathname, searchParams } = new URL(newIssueLink(formUrl, report));
    const form = new URL(formUrl);
    expect([origin, pathname]).toEqual([form.origin, form.pathname]);
    expect(Object.fromEntries(searchParams)).toEqual({
      ...Object.fromEntries(form.searchParams),
      template: 'bug.yml',
      ...report,
    });
  },
);

test('the fields are those of the issue form', () => {
  const form = readFileSync('.github/ISSUE_TEMPLATE/bug.yml', 'utf8');
  const ids = Array.from(form.matchAll(/^ {4}id: (\w+)$/gm), ([, id]) => id);
  expect(ids).toEqual(expect.arrayContaining(Object.keys(report)));
});

test('a report can be pasted as text', () => {
  expect(reportText(report)).toBe(
    `Screen: ${report.screen}\nVersion: 0.1.0\nBrowser: Mozilla/5.0 (X11; Linux x86_64) Firefox/146.0\n`,
  );
});

test.each([
  ['/?sort=holders&apiKey=abc', '/?sort=holders&apiKey=…'],
  ['/?ACCESS_TOKEN=a=b&sort=holders', '/?ACCESS_TOKEN=…&sort=holders'],
  [
    '/jetton/x?key=a&client_secret=b&password=c&authorization=d',
    '/jetton/x?key=…&client_secret=…&password=…&authorization=…',
  ],
  ['/?q=token+key', '/?q=token+key'],
])('the report of %s has the screen %s', (screen, expected) => {
  expect(problemReport({ ...report, screen })).toEqual({ ...report, screen: expected });
});

test('long screens are shortened, so that trackers accept the link', () => {
  const { screen } = problemReport({ ...report, screen: `/watchlist?addresses=${'💎,'.repeat(5_000)}` });
  expect(screen).toMatch(/^\/watchlist\?addresses=.+…$/);
  expect(screen).toHaveLength(2_000);
});
