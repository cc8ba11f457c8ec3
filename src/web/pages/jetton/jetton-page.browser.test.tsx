import { expect, test } from 'vitest';
import { renderApp } from '#testing/components/render-app.tsx';

test('reports an invalid address', async () => {
  const { screen } = await renderApp('/jetton/nonsense');
  await expect.element(screen.getByRole('heading', { name: 'Invalid address' })).toBeVisible();
});
