import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { listedJetton, listedJettons } from '#testing/components/listed-jetton.ts';
import { renderApp } from '#testing/components/render-app.tsx';
import { searchJettons } from '#web/api/queries/search-jettons.ts';
import { missingJetton } from '#web/api/queries/why-missing.ts';
import { parseQuery } from '#web/url/query-string.ts';
import { parseScreen } from '#web/url/screen.ts';

test('the panel focuses its field whenever it opens and accepts a name', async () => {
  const query = '?holders.min=1000000';
  const jetton = listedJetton(7);
  const { filter } = parseScreen(parseQuery(query)).screen;
  const { screen } = await renderApp(`/${query}`, {
    lists: { [query]: listedJettons(2) },
    fill: (client) => {
      client.setQueryData(searchJettons('jetton').queryKey, [jetton]);
      client.setQueryData(missingJetton(jetton.identity.address, filter).queryKey, {
        jetton,
        activity: undefined,
        failedRanges: [],
      });
    },
  });
  const button = screen.getByRole('button', { name: "Why isn't it listed?" });
  const panel = screen.getByRole('region', { name: "Why isn't it listed?" });
  const field = panel.getByRole('combobox', { name: 'Jetton' });
  await button.click();
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(panel).not.toBeInTheDocument();
  await button.click();
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('jetton');
  await expect.element(panel.getByRole('option', { name: /^SYM7/ })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(panel.getByText('is hidden by:')).toBeVisible();
  await expect.element(panel.getByText(/^Holders ≥/)).toBeVisible();
});
