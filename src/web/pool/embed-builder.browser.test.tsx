import { QueryClientProvider } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { toUserFriendly } from '#contract/address.ts';
import type { PriceUnit } from '#contract/price-unit.ts';
import type { Status } from '#contract/status.ts';
import { liveStatus } from '#testing/components/responses.ts';
import { createQueryClient } from '#web/api/client/query-client.ts';
import { serviceStatus } from '#web/api/client/service-status.ts';
import { defaultView } from '#web/chart/chart-view.ts';
import { EmbedBuilder } from './embed-builder.tsx';
import '#web/style/tokens.css';
import '#web/style/base.css';

async function renderBuilder(status: Status | null = liveStatus(), quote: PriceUnit = defaultView.quote) {
  await page.viewport(1280, 844);
  const onClose = vi.fn<() => void>();
  const client = createQueryClient();
  client.setQueryData(serviceStatus().queryKey, status);
  const screen = await render(
    <QueryClientProvider client={client}>
      <EmbedBuilder
        address={`0:${'a'.repeat(64)}`}
        poolAddress={`0:${'b'.repeat(64)}`}
        title={'"A" / TON'}
        view={{ ...defaultView, type: 'area', range: '30d', quote }}
        onClose={onClose}
      />
    </QueryClientProvider>,
  );
  const builder = screen.getByRole('dialog', { name: 'Embed' });
  const markup = builder.getByRole('textbox', { name: 'HTML' });
  return { builder, markup, onClose };
}

test('the markup contains the view of the chart and an escaped title', async () => {
  const { markup } = await renderBuilder();
  await expect
    .element(markup)
    .toHaveValue(
      expect.stringMatching(
        /^<iframe src="https?:\/\/[^"]*\/embed\/EQ[^"]*\/EQ[^"]*\?type=area&amp;range=30d" /,
      ),
    );
  await expect
    .element(markup)
    .toHaveValue(expect.stringContaining('title="&quot;A&quot; / TON, price chart"'));
});

test('options change the markup and the preview', async () => {
  const { builder, markup } = await renderBuilder();
  await builder.getByRole('combobox', { name: 'Theme' }).selectOptions('light');
  await builder.getByRole('checkbox', { name: 'Toolbar' }).click();
  await builder.getByRole('checkbox', { name: 'Live updates' }).click();
  await builder.getByRole('combobox', { name: 'Language' }).selectOptions('Deutsch');
  const query = '?type=area&range=30d&theme=light&toolbar=0&live=0&locale=de';
  await expect.element(markup).toHaveValue(expect.stringContaining(`${query.replaceAll('&', '&amp;')}"`));
  const preview = builder.getByTitle('Preview');
  await expect.element(preview).toHaveAttribute('src', expect.stringContaining(query));
});

test('a custom color overrides the one of the theme', async () => {
  const { builder, markup } = await renderBuilder();
  const background = builder.getByRole('checkbox', { name: 'Background' });
  await background.click();
  await builder.getByLabelText('Background, color').fill('#102030');
  await expect.element(markup).toHaveValue(expect.stringContaining('&amp;bg=102030"'));
  await background.click();
  await expect.element(markup).not.toHaveValue(expect.stringContaining('bg='));
});

test('the preview is wide enough for the whole chart', async () => {
  const { builder } = await renderBuilder();
  expect(builder.getByTitle('Preview').element().getBoundingClientRect().width).toBeGreaterThan(700);
});

test('the close button closes the builder', async () => {
  const { builder, onClose } = await renderBuilder();
  await builder.getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
});

test.each([
  ['usd', '/usd'],
  ['counterpart', ''],
] as const)('offers the symbol of a chart in %s for other programs', async (quote, end) => {
  const { builder } = await renderBuilder(liveStatus(), quote);
  const addresses = [`0:${'a'.repeat(64)}`, `0:${'b'.repeat(64)}`].map(toUserFriendly);
  await expect
    .element(builder.getByRole('textbox', { name: 'Symbol' }))
    .toHaveValue(`${addresses.join('/')}${end}`);
});

test('other services have no symbol for other programs', async () => {
  const { builder, markup } = await renderBuilder(null);
  await expect.element(markup).toBeVisible();
  await expect.element(builder.getByRole('textbox', { name: 'Symbol' })).not.toBeInTheDocument();
});
