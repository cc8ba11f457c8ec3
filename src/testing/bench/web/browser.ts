import { existsSync } from 'node:fs';
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';

const system = process.env.CHROMIUM ?? '/usr/bin/chromium';

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    ...(existsSync(system) ? { executablePath: system } : {}),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
}

/** A page with an empty cache in a window of its own. */
export interface Tab {
  readonly page: Page;
  /** Makes the page's processor so many times slower; 1 is its own speed. */
  slow(times: number): Promise<void>;
  /** Bytes that its scripts hold, after what they do not need any more was collected. */
  heap(): Promise<number>;
  close(): Promise<void>;
}

export async function openTab(browser: Browser, origin: string): Promise<Tab> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 1440, height: 900 },
    // AG Grid writes its styles into its page.
    bypassCSP: true,
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  return {
    page,
    slow: async (rate) => void (await session.send('Emulation.setCPUThrottlingRate', { rate })),
    heap: () => usedHeap(session),
    close: () => context.close(),
  };
}

async function usedHeap(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  await session.send('Performance.enable');
  const { metrics } = await session.send('Performance.getMetrics');
  const used = metrics.find(({ name }) => name === 'JSHeapUsedSize');
  if (!used) throw new Error('the browser does not tell how much memory is used');
  return used.value;
}
