import { expect, test } from 'vitest';
import { listedJetton } from '#testing/components/listed-jetton.ts';
import { notInPlan } from '#web/api/client/plan.ts';
import { parseQuery } from '#web/kit/device/query-string.ts';
import { parseScreen } from '#web/list/list-state.ts';
import { filterChecks } from './filter-checks.ts';

const now = new Date('2026-01-29T07:50:00Z');
const { screen } = parseScreen(
  parseQuery('?priceChange.ton.hour.min=5&priceChange.ton.day.min=5&holders.min=10&floor=5'),
);

test('without statistics, filters by them pass unless the service reported that they exclude the jetton', () => {
  const data = { activity: notInPlan, failedRanges: ['tonPriceChangeDay'] } as const;
  const checks = filterChecks(screen, listedJetton(0), data, now);
  expect(checks.map(({ chip, verdict }) => `${chip.id} ${verdict}`)).toEqual([
    'tonPriceChangeDay fails',
    'minimum unavailable',
    'scam passes',
    'holders passes',
    'tonPriceChangeHour passes',
  ]);
});
