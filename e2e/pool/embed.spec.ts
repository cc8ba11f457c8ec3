import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Page } from '@playwright/test';
import { STATUS_PATH } from '#contract/status.ts';
import { contentWidth, expectAccessible, forEachAppearance } from '#e2e/support/appearance.ts';
import { busyPool } from '#e2e/support/busy-pool.ts';
import { holdRequests, withRunningClock } from '#e2e/support/intercept.ts';
import { changedPixels, pixelsOfColor, screenshotPixels, themeColor } from '#e2e/support/pixels.ts';
import { expect, test } from '#e2e/support/test.ts';
import { timeLimit } from '#testing/time-limit.ts';

const hosts: Server[] = [];
test.afterEach(() => {
  for (const host of hosts.splice(0)) {
    host.closeAllConnections();
    host.close();
  }
});

/** Serves a page on another origin that embeds a chart and collects its messages. Returns its URL. */
async function serveHostPage(embed: string, attributes = ''): Promise<string> {
  const policy = `default-src 'none'; img-src data:; script-src 'unsafe-inline'; style-src 'unsafe-inline'; frame-src ${new URL(embed).origin}`;
  const host = createServer((_, response) => {
    response.writeHead(200, {
      'content-type': 'text/html',
      'content-security-policy': policy,
    });
    response.end(`<!doctype html><link rel="icon" href="data:,"><script>
      messages = []; addEventListener('message', ({ data }) => messages.push(data));
    </script><iframe title="Chart" ${attributes} src="${embed}" style="width:800px;height:480px;border:0"></iframe>`);
  }).listen(0, '127.0.0.1');
  hosts.push(host);
  await once(host, 'listening');
  const address = host.address();
  if (address === null || typeof address === 'string') throw new Error('not listening');
  // For the browser, localhost and 127.0.0.1 are different sites.
  return `http://localhost:${address.port}/`;
}

function receivedMessages(page: Page): Promise<Record<string, unknown>[]> {
  return page.evaluate(() => Reflect.get(globalThis, 'messages'));
}

async function waitForMessage(page: Page, type: string): Promise<Record<string, unknown>> {
  await expect
    .poll(async () => (await receivedMessages(page)).map((message) => message.type), {
      timeout: timeLimit(15_000),
    })
    .toContain(type);
  return (await receivedMessages(page)).find((message) => message.type === type) ?? {};
}

for (const [name, sandbox] of [
  ['a page on another origin with a strict policy', ''],
  ['a sandbox without an origin', 'sandbox="allow-scripts"'],
] as const) {
  test(`works in ${name}`, async ({ page, request, baseURL }) => {
    const { embedPath, symbol } = await busyPool(request);
    await page.goto(
      await serveHostPage(`${baseURL}${embedPath}?chartStyle=2&interval=60&chartTheme=light`, sandbox),
    );
    expect(await waitForMessage(page, 'ready')).toEqual({ source: 'jetscope', type: 'ready' });
    await waitForMessage(page, 'height');
    const frame = page.frameLocator('iframe');
    await expect(frame.getByRole('link', { name: new RegExp(symbol.replaceAll(/\W/g, '.')) })).toBeVisible();
    await expect(frame.getByText(/swaps?$/)).toBeVisible();
    await expect(frame.getByRole('button', { name: '1h', exact: true }).last()).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await expect(frame.getByRole('link', { name: 'Chart by TradingView' })).toBeVisible();
    await expect(frame.locator('html')).toHaveAttribute('data-theme', 'light');

    const send = (message: object) =>
      page.evaluate(
        (data) => document.querySelector('iframe')?.contentWindow?.postMessage(data, '*'),
        message,
      );
    await send({ type: 'setTheme', theme: 'dark' });
    await expect(frame.locator('html')).toHaveAttribute('data-theme', 'dark');
    await send({ type: 'setInterval', interval: '1d' });
    await expect(frame.getByRole('button', { name: '1d' })).toHaveAttribute('aria-pressed', 'true');
    await expect(frame.locator('.price')).not.toHaveText(/USD$/);
    await send({ type: 'setQuote', quote: 'usd' });
    await expect(frame.locator('.price')).toHaveText(/\d USD$/);
    await expect(frame.getByRole('application')).toHaveAccessibleName(/ in USD\. /);
  });
}

test('takes commands from the time on at which its document has loaded', async ({
  page,
  request,
  baseURL,
}) => {
  const { embedPath } = await busyPool(request);
  const onload = `onload="this.contentWindow.postMessage({ type: 'setTheme', theme: 'dark' }, '*')"`;
  await page.goto(await serveHostPage(`${baseURL}${embedPath}?theme=light`, onload));
  await waitForMessage(page, 'ready');
  await expect(page.frameLocator('iframe').locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('the pair and the price are shown before any script, and stay', async ({ page, request }) => {
  const { embedPath } = await busyPool(request);
  const release = await holdRequests(page, '**/assets/*.js');
  await page.goto(embedPath, { waitUntil: 'commit' });
  const texts = page.locator('.pair, .price');
  await expect(texts).toHaveText([/. \/ ./, /^[\d.,₀-₉]+ \S+$/]);
  await expect(page.locator('.pair')).toHaveAttribute('href', /^\/jetton\/EQ.*\/pool\/EQ/);
  const shown = await texts.allTextContents();
  release();
  await expect(page.locator('.legend')).toContainText('C ');
  expect(await texts.allTextContents()).toEqual(shown);
});

test('reports its preferred height and visible range to the host', async ({ page, request, baseURL }) => {
  const { embedPath } = await busyPool(request);
  await page.goto(await serveHostPage(`${baseURL}${embedPath}?range=24h`));
  const last = async (type: string) =>
    (await receivedMessages(page)).filter((message) => message.type === type).at(-1) ?? {};
  await waitForMessage(page, 'ready');
  const { from } = await waitForMessage(page, 'range');
  await page.locator('iframe').evaluate((frame) => {
    frame.style.height = '2000px';
    frame.style.width = '600px';
  });
  await expect.poll(async () => Number((await last('height')).height)).toBeLessThan(480);
  expect(Number((await last('height')).height)).toBeGreaterThan(340);
  await page.frameLocator('iframe').getByRole('button', { name: '30d' }).click();
  await expect.poll(async () => Number((await last('range')).from)).toBeLessThan(Number(from) - 10 * 86_400);
});

test('a chart that loads in a hidden frame opens with its range and colors', async ({
  page,
  request,
  baseURL,
}) => {
  const { embedPath } = await busyPool(request);
  const embed = `${baseURL}${embedPath}?range=24h&interval=1h&tz=utc`;
  await page.goto(await serveHostPage(embed));
  await waitForMessage(page, 'range');
  const lines = () => screenshotPixels(page.locator('iframe'));
  const shown = await lines();
  await page.goto(await serveHostPage(embed, 'hidden'));
  await waitForMessage(page, 'ready');
  await page.locator('iframe').evaluate((frame) => frame.removeAttribute('hidden'));
  await expect
    .poll(async () => changedPixels(shown, await lines()).length, { timeout: timeLimit(15_000) })
    .toBe(0);
});

test.describe(() => {
  test.use({ viewport: { width: 390, height: 420 } });

  test('on a phone, nothing is cut off and the bundled font is used', async ({ page, request }) => {
    const { embedPath } = await busyPool(request);
    await page.goto(`${embedPath}?average=sma20&average=ema50`);
    await expect(page.getByText('EMA 50')).toBeVisible();
    const overflowing = await page
      .locator('.toolbar *, .legend *, .footer *')
      .evaluateAll((elements) =>
        elements
          .filter((element) => element.getBoundingClientRect().right > innerWidth)
          .map((element) => element.textContent),
      );
    expect(overflowing).toEqual([]);
    const edges = ['.legend', '.chart'].map((selector) => page.locator(selector).boundingBox());
    const [legend, chart] = await Promise.all(edges);
    expect((legend?.y ?? 0) + (legend?.height ?? 0)).toBeLessThanOrEqual(chart?.y ?? 0);
    const loaded = () =>
      page.evaluate(() =>
        [...document.fonts].flatMap(({ family, status }) => (status === 'loaded' ? family : [])),
      );
    await expect.poll(async () => (await loaded()).join(' ')).toContain('Inter Variable');
  });
});

test.describe('in a small frame', () => {
  test.use({ viewport: { width: 340, height: 320 } });

  test('the chart gets two thirds of the height, and the legend stays', async ({ page, request }) => {
    const { embedPath } = await busyPool(request);
    await page.goto(`${embedPath}?average=sma20&average=ema50&average=sma100`);
    await expect(page.getByText(/^C [\d.]+$/)).toBeVisible();
    const height = await page.locator('.chart').evaluate((chart) => chart.clientHeight);
    expect(height).toBeGreaterThanOrEqual((320 * 2) / 3);
    expect(await contentWidth(page)).toBe(340);
    await page.getByRole('button', { name: '1d' }).click();
    await expect(page.getByRole('button', { name: '1d' })).toHaveAttribute('aria-pressed', 'true');
  });
});

test.describe('with an invalid address', () => {
  test.use({ expectedErrors: [/404 \(Not Found\)/] });

  test('reports an error', async ({ page, baseURL }) => {
    await page.goto(await serveHostPage(`${baseURL}/embed/somewhere`));
    expect(await waitForMessage(page, 'error')).toMatchObject({
      message: expect.stringContaining('Invalid embed URL'),
    });
    await expect(page.frameLocator('iframe').getByText('Invalid embed URL')).toBeVisible();
  });
});

test.describe('without ticks', () => {
  test.use({ expectedErrors: [/404 \(Not Found\)|ERR_FAILED/] });

  test('reports an unknown pool, also to the host', async ({ page, request, baseURL }) => {
    const { embedPath } = await busyPool(request);
    const unknown = embedPath.replace(/[^/]*$/, `0:${'7'.repeat(64)}`);
    await page.goto(await serveHostPage(`${baseURL}${unknown}`));
    expect(await waitForMessage(page, 'error')).toMatchObject({
      message: expect.stringContaining('No pool at this address'),
    });
    const frame = page.frameLocator('iframe');
    await expect(frame.getByRole('status')).toContainText('No pool at this address');
    await expect(frame.getByRole('button', { name: 'Retry' })).toHaveCount(0);
  });

  test('failed requests can be retried', async ({ page, request }) => {
    const { embedPath } = await busyPool(request);
    const history = /\/(candles|price\/ticks)\?/;
    await page.route(history, (route) => route.abort());
    await page.goto(embedPath);
    await expect(page.getByRole('status')).toContainText("Couldn't load swaps");
    await page.unroute(history);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText(/swaps?$/)).toBeVisible();
    await expect(page.getByRole('status')).toBeEmpty();
  });
});

test.describe('while the service is unavailable', () => {
  test.use({ expectedErrors: [/503 \(Service Unavailable\)/] });

  test('is loaded again, without an announcement of each attempt', async ({ page, request }) => {
    const { embedPath, symbol } = await busyPool(request);
    await page.clock.install();
    const fail = { status: 503, json: { message: 'unavailable' } };
    let attempts = 0;
    await page.route('/v1/**', async (route) => {
      if (/\/(candles|price\/ticks)\?/.test(route.request().url())) attempts += 1;
      await route.fulfill(fail);
    });
    await page.goto(embedPath);
    const status = page.getByRole('status');
    await expect(status).toContainText('The server returned 503');
    await page.evaluate(() => {
      const texts: string[] = [];
      Reflect.set(globalThis, 'texts', texts);
      const element = document.querySelector('[role=status]');
      if (element)
        new MutationObserver(() => texts.push(element.textContent)).observe(element, {
          childList: true,
          characterData: true,
          subtree: true,
        });
    });
    const before = attempts;
    await page.clock.runFor(11_000);
    await expect.poll(() => attempts).toBeGreaterThan(before);
    await expect(status).toContainText('The server returned 503');
    await page.unroute('/v1/**');
    await page.clock.runFor(11_000);
    await expect(page.getByText(/swaps?$/)).toBeVisible();
    await expect(status).toBeEmpty();
    await expect(page.getByRole('link', { name: new RegExp(symbol.replaceAll(/\W/g, '.')) })).toBeVisible();
    expect(await page.evaluate(() => Reflect.get(globalThis, 'texts'))).not.toContain('Loading…');
  });
});

test('invalid parameters fall back to defaults, and malicious ones have no effect', async ({
  page,
  request,
}) => {
  const { embedPath } = await busyPool(request);
  await page.goto(
    `${embedPath}?theme=url(x)&type=<script>&interval=0&from=x&bg=red;}*{display:none&locale=%00&toolbar=maybe`,
  );
  await expect(page.getByText(/swaps?$/)).toBeVisible();
  expect(await page.locator('html').getAttribute('style')).toBeNull();
});

test('up, down and background have the requested colors', async ({ page, request }) => {
  const { embedPath } = await busyPool(request);
  const chart = page.getByRole('application');
  const countPixels = async (query: string) => {
    await page.goto(`${embedPath}?theme=dark${query}`);
    await expect(page.getByText(/swaps?$/)).toBeVisible();
    const pixels = await screenshotPixels(chart);
    return (
      [
        [0, 255, 0],
        [255, 0, 255],
        [16, 32, 48],
      ] as const
    ).map((color) => pixelsOfColor(pixels, color).length);
  };
  expect(await countPixels('')).toEqual([0, 0, 0]);
  await expect
    .poll(async () => (await countPixels('&up=00ff00&down=f0f&bg=%23102030')).map((count) => count > 300), {
      timeout: timeLimit(30_000),
    })
    .toEqual([true, true, true]);
});

test('volume bars are rendered unless disabled', async ({ page, request }) => {
  const { embedPath } = await busyPool(request);
  const countPixels = async (query: string) => {
    await page.goto(`${embedPath}?theme=dark&type=line&interval=1h${query}`);
    await expect(page.getByText(/swaps?$/)).toBeVisible();
    const [background, up] = [await themeColor(page, '--bg'), await themeColor(page, '--up')];
    const [red = 0, green = 0, blue = 0] = background.map(
      (channel, index) => channel + ((up[index] ?? 0) - channel) * 0.5,
    );
    return pixelsOfColor(await screenshotPixels(page.getByRole('application')), [red, green, blue], 2).length;
  };
  await expect.poll(() => countPixels(''), { timeout: timeLimit(30_000) }).toBeGreaterThan(2_000);
  await expect(page.getByText(/^\d+ swaps?$/)).toBeVisible();
  await expect(page.getByText(/^Vol [\d.]+[kMB]?$/)).toBeVisible();
  expect(await countPixels('&swaps=0')).toBeLessThan(500);
  await expect(page.getByText(/^\d+ swaps?$/)).toBeVisible();
});

test('new candles are fetched from a running market unless live updates are disabled', async ({
  page,
  request,
}) => {
  const { embedPath } = await busyPool(request);
  let candleRequests = 0;
  page.on('request', (sent) => {
    if (sent.url().includes('/candles?')) candleRequests += 1;
  });
  await page.clock.install();
  const laterRequests = async (query: string) => {
    const status = query === '' ? page.waitForResponse(`**${STATUS_PATH}`) : undefined;
    await page.goto(embedPath + query);
    await status;
    await expect(page.getByRole('application')).toHaveAccessibleDescription(/^From /);
    await expect(page.getByRole('status')).toBeEmpty();
    const before = candleRequests;
    await page.clock.runFor(30_000);
    // Ensures that all earlier requests have been counted.
    await page.evaluate(() => fetch('/healthz').then((response) => response.text()));
    return candleRequests - before;
  };
  expect(await laterRequests('')).toBe(0);
  await withRunningClock(page);
  expect(await laterRequests('')).toBeGreaterThan(0);
  expect(await laterRequests('?live=0')).toBe(0);
});

test('bars can be navigated by keyboard', async ({ page, request }) => {
  const { embedPath, ticks } = await busyPool(request);
  await page.goto(`${embedPath}?interval=tick&type=line&tz=utc`);
  await expect(page.getByText(/swaps?$/)).toBeVisible();
  await page.getByRole('application').focus();
  await page.keyboard.press('End');
  await expect(page.locator('[aria-live=polite]')).toContainText(
    ticks[0]?.time.slice(0, 19).replace('T', ' ') ?? '',
  );
});

test('the chart has an accessible name and a description of the visible bars', async ({ page, request }) => {
  const { embedPath, symbol, ticks } = await busyPool(request);
  await page.goto(`${embedPath}?range=24h&interval=1h&tz=utc&quote=usd`);
  const chart = page.getByRole('application');
  const name = new RegExp(`^Price of ${symbol.replaceAll(/\W/g, '.')} / \\w+ in USD\\. Arrow keys`);
  await expect(chart).toHaveAccessibleName(name);
  const newest = ticks[0]?.time.slice(0, 13).replace('T', ' ') ?? '';
  const sentence = new RegExp(`^From 2026-01-28 .* to ${newest}:00:00: .* USD .*, \\d+ candles of 1h\\.$`);
  await expect(chart).toHaveAccessibleDescription(sentence);
  await page.getByRole('button', { name: '7d' }).click();
  await expect(chart).toHaveAccessibleDescription(/^From 2026-01-22 /);
});

test('only embeds allow framing', async ({ request }) => {
  const { path, embedPath } = await busyPool(request);
  const headersOf = async (url: string) =>
    (await request.get(url, { headers: { accept: 'text/html' } })).headers();
  const embed = await headersOf(embedPath);
  expect(embed['content-security-policy']).toContain('frame-ancestors *');
  expect(embed['x-frame-options']).toBeUndefined();
  for (const url of [path, '/', '/embedded', '/docs']) {
    const page = await headersOf(url);
    expect(page['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(page['x-frame-options']).toBe('DENY');
  }
});

test('the embed is accessible', async ({ page, request }) => {
  const { embedPath } = await busyPool(request);
  await page.goto(embedPath);
  await expect(page.getByText(/swaps?$/)).toBeVisible();
  await forEachAppearance(page, [600, 390], (_, accessibility) => expectAccessible(page, accessibility));
});

test('oEmbed returns the chart for links to pages', async ({ request, baseURL, page }) => {
  const { path, embedPath } = await busyPool(request);
  const requestOembed = async (parameters: Record<string, string>) => {
    const response = await request.get(`/oembed?${new URLSearchParams(parameters)}`);
    return { status: response.status(), body: await response.json() };
  };
  for (const url of [`${baseURL}${path}`, `${baseURL}${path.replace(/\/pool\/.*/, '')}?currency=eur`]) {
    const { status, body } = await requestOembed({ url, maxwidth: '400', maxheight: '9000' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      version: '1.0',
      type: 'rich',
      width: 400,
      height: 420,
      provider_name: 'Jetscope',
    });
    expect(body.html).toContain(`src="${baseURL}${embedPath}"`);
    const { thumbnail_url: thumbnail } = (await requestOembed({ url })).body;
    expect((await request.get(thumbnail)).headers()['content-type']).toBe('image/png');
  }
  for (const url of [`${baseURL}/`, `${baseURL}/jetton/here`, `https://elsewhere.example${path}`])
    expect((await requestOembed({ url })).status).toBe(404);
  expect((await requestOembed({ url: `${baseURL}${path}`, format: 'xml' })).status).toBe(501);
  expect((await requestOembed({ url: `${baseURL}${path}`, maxwidth: 'wide' })).status).toBe(400);
  expect((await requestOembed({})).status).toBe(400);

  await page.goto(path);
  const discovery = await page.locator('link[type="application/json+oembed"]').getAttribute('href');
  expect((await request.get(discovery ?? '')).status()).toBe(200);
});
