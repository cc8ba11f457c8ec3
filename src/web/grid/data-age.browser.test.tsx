import { expect, test } from 'vitest';
import type { Status } from '#contract/status.ts';
import { listedJettons } from '#testing/components/listed-jetton.ts';
import { renderApp } from '#testing/components/render-app.tsx';
import { behind, feedStatus, liveStatus } from '#testing/components/service-status.ts';
import { useLiveUpdates } from '#web/kit/device/preferences.ts';

const metadata = feedStatus({ name: 'tonapi', kind: 'tonapi', ...behind(9000) });

test.each<[string, Status, RegExp]>([
  ['without feeds', liveStatus({ feeds: [] }), /^live, \d s ago$/],
  [
    'of the oldest swap feed',
    liveStatus({ feeds: [feedStatus(), feedStatus(behind(45))] }),
    /^live, data 4\d s old$/,
  ],
  ['of prices, not metadata', liveStatus({ feeds: [feedStatus(), metadata] }), /^live, data 1\d s old$/],
  ['of a late feed', liveStatus({ feeds: [feedStatus(behind(250))] }), /^delayed, data 4 min old$/],
  [
    'with a fixed clock',
    liveStatus({ clockFixed: true, feeds: [feedStatus(behind(250))] }),
    /^Snapshot: 29 Jan 2026, 07:50 UTC$/,
  ],
])('the status bar shows the age of the data %s', async (_, status, text) => {
  const { screen } = await renderApp('/', { lists: { '': listedJettons(5) }, status });
  useLiveUpdates.setState({ isPaused: false });
  await expect.element(screen.getByRole('button', { name: text })).toBeVisible();
});
