import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from '@playwright/test';
import { atRest } from './at-rest.ts';
import { usedMemory } from './memory.ts';

const system = process.env.CHROMIUM ?? '/usr/bin/chromium';

/*
 * Where an inspector is attached, as here, each error that a script makes has the browser parse all of it again, for the
 * places in its stack: React makes five when it starts, which took 30 ms that no reader pays. Kept from the first
 * parsing, for all pages alike, they take none.
 */
const inspected = ['--js-flags=--no-enable-lazy-source-positions'];

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    ...(existsSync(system) ? { executablePath: system } : {}),
    args: process.getuid?.() === 0 ? [...inspected, '--no-sandbox'] : inspected,
  });
}

/** How many times slower the slowed visits are. */
export const SLOWNESS = 4;

/** Milliseconds after which a visit is given up: a browser that draws no more frames would keep it waiting for ever. */
const PATIENCE = 15 * 60_000;

/** A page with an empty cache in a window of its own, in a browser that does nothing else. */
export interface Tab {
  readonly page: Page;
  /** Makes the page's processor so many times slower; 1 is its own speed. */
  slow(times: number): Promise<void>;
  /** Bytes that its scripts hold, those of its workers too, after what they do not need any more was collected. */
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
  const limit = setTimeout(() => void context.close({ reason: `not done in ${PATIENCE} ms` }), PATIENCE);
  const session = await context.newCDPSession(page);
  await atRest(browser);
  return {
    page,
    slow: async (rate) => void (await session.send('Emulation.setCPUThrottlingRate', { rate })),
    heap: () => usedMemory(session),
    close: () => {
      clearTimeout(limit);
      return context.close();
    },
  };
}
