import { expect, test } from 'vitest';
import { toUserFriendly } from '#contract/address.ts';
import type { VerificationStatus } from '#contract/enums.ts';
import { listedJetton } from '#testing/components/listed-jetton.ts';
import { renderApp } from '#testing/components/render-app.tsx';
import { jettonByAddress } from '#web/api/queries/queries.ts';

/** Opens a pool page, whose own requests are not answered. */
async function renderPool(verification: VerificationStatus) {
  const jetton = { ...listedJetton(0), description: '', links: [], verification };
  const { address } = jetton.identity;
  const poolPath = toUserFriendly(`0:${'b'.repeat(64)}`);
  return renderApp(`/jetton/${toUserFriendly(address)}/pool/${poolPath}`, {
    fill: (client) => {
      client.setQueryData(jettonByAddress(address).queryKey, jetton);
    },
  });
}

test('reports an invalid address', async () => {
  const { screen } = await renderApp(`/jetton/${listedJetton(0).identity.userFriendly}/pool/nonsense`);
  await expect.element(screen.getByRole('heading', { name: 'Invalid address' })).toBeVisible();
});

test('the pool of a scam starts with a warning', async () => {
  const { screen } = await renderPool('JVS_SCAM');
  const warning = screen.getByText('Do not buy this jetton');
  await expect.element(warning).toBeVisible();
  const chart = screen.getByRole('region', { name: 'Chart' });
  expect(warning.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(
    chart.element().getBoundingClientRect().top,
  );
});

test('the pools of other jettons have no warning', async () => {
  const { screen } = await renderPool('JVS_NONE');
  await expect.element(screen.getByRole('region', { name: 'Chart' })).toBeVisible();
  await expect.element(screen.getByText('Do not buy this jetton')).not.toBeInTheDocument();
});
