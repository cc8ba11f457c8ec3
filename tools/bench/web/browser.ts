import { type Browser, chromium, type Page } from '@playwright/test';
import { chromium as chromiumOptions } from '#build/chromium.ts';
import { usedMemory } from './used-memory.ts';
import { waitForIdleBrowser } from './wait-for-idle-browser.ts';

/*
 * With an inspector attached, as here, Chromium parses a whole script again for the stack positions of each error that
 * it creates. React creates five when it starts, which took 30 ms that users do not have. This flag keeps the positions
 * of the first parsing, for all pages alike.
 */
const inspectorFlags = ['--js-flags=--no-enable-lazy-source-positions'];

export function launchBrowser(): Promise<Browser> {
  const { args, ...options } = chromiumOptions();
  return chromium.launch({ ...options, args: [...args, ...inspectorFlags] });
}

/** CPU slowdown factor of the slowed visits. */
export const SLOWNESS = 4;

/** Milliseconds until a visit fails. A browser that stops rendering frames would block it forever. */
const TIMEOUT_MS = 15 * 60_000;

/** A page in its own window with an empty cache, in an otherwise idle browser. */
export interface Tab {
  readonly page: Page;
  /** Throttles the page's CPU by this factor; 1 is full speed. */
  slow(factor: number): Promise<void>;
  /** Returns the memory of the page's scripts and workers in bytes, after garbage collection. */
  heap(): Promise<number>;
  close(): Promise<void>;
}

export async function openTab(browser: Browser, origin: string): Promise<Tab> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 1440, height: 900 },
    // AG Grid adds inline styles to its page.
    bypassCSP: true,
  });
  const page = await context.newPage();
  const timeout = setTimeout(
    () => void context.close({ reason: `not completed in ${TIMEOUT_MS} ms` }),
    TIMEOUT_MS,
  );
  const session = await context.newCDPSession(page);
  await waitForIdleBrowser(browser);
  return {
    page,
    slow: async (rate) => void (await session.send('Emulation.setCPUThrottlingRate', { rate })),
    heap: () => usedMemory(session),
    close: () => {
      clearTimeout(timeout);
      return context.close();
    },
  };
}
