import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { chromium as chromiumOptions } from '#build/chromium.ts';

/*
 * With an inspector attached, as here, Chromium parses a whole script again for the stack positions of each error that
 * it creates. React creates five when it starts, which took 30 ms that users do not have. This flag keeps the positions
 * of the first parsing, for all pages alike.
 */
const inspectorFlags = ['--js-flags=--no-enable-lazy-source-positions'];

/** Milliseconds until a visit fails. A browser that stops rendering frames would block it forever. */
const TIMEOUT_MS = 15 * 60_000;
const POLL_MS = 100;
/** Seconds of CPU time per poll; the browser reports hundredths. */
const IDLE_CPU_TIME = 0.02;
const IDLE_POLLS = 3;
const MAX_POLLS = 300;

/** A page in its own window with an empty cache, in an otherwise idle browser. */
export interface Tab {
  readonly page: Page;
  /** Throttles the page's CPU by this factor; 1 is full speed. */
  slow(factor: number): Promise<void>;
  /** Returns the memory of the page's scripts and workers in bytes, after garbage collection. */
  heap(): Promise<number>;
}

export function launchBrowser(): Promise<Browser> {
  const { args, ...options } = chromiumOptions();
  return chromium.launch({ ...options, args: [...args, ...inspectorFlags] });
}

export async function inTab<Result>(
  browser: Browser,
  origin: string,
  work: (tab: Tab) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 1440, height: 900 },
    // AG Grid adds inline styles to its page.
    bypassCSP: true,
  });
  const fail = () => void context.close({ reason: `not completed in ${TIMEOUT_MS} ms` });
  const timeout = setTimeout(fail, TIMEOUT_MS);
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await waitForIdleBrowser(browser);
    return await work({
      page,
      slow: async (rate) => void (await session.send('Emulation.setCPUThrottlingRate', { rate })),
      heap: () => usedMemory(session),
    });
  } finally {
    clearTimeout(timeout);
    await context.close();
  }
}

/**
 * Waits until the browser's processes are idle. For each new window, Chromium prepares a panel for its search box, which
 * takes half a second on all cores and would distort the measurement.
 */
async function waitForIdleBrowser(browser: Browser): Promise<void> {
  const session = await browser.newBrowserCDPSession();
  let previous = 0;
  for (let poll = 0, idle = 0; idle < IDLE_POLLS; poll += 1) {
    if (poll === MAX_POLLS) throw new Error('the browser does not become idle');
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    const used = processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
    // The sum decreases when a process exits.
    idle = Math.abs(used - previous) > IDLE_CPU_TIME ? 0 : idle + 1;
    previous = used;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  await session.detach();
}

/** Returns the memory of a page's scripts and workers in bytes, including typed arrays, after garbage collection. */
async function usedMemory(session: CDPSession): Promise<number> {
  let used = await usedBy((method) => session.send(method as 'Runtime.getHeapUsage'));
  const workers: string[] = [];
  const attached = ({ sessionId }: { sessionId: string }) => workers.push(sessionId);
  const options = { waitForDebuggerOnStart: false, flatten: false };
  session.on('Target.attachedToTarget', attached);
  await session.send('Target.setAutoAttach', { autoAttach: true, ...options });
  for (const worker of workers) used += await usedBy((method) => sendToWorker(session, worker, method));
  await session.send('Target.setAutoAttach', { autoAttach: false, ...options });
  session.off('Target.attachedToTarget', attached);
  return used;
}

async function usedBy(send: (method: string) => Promise<unknown>): Promise<number> {
  await send('HeapProfiler.collectGarbage');
  const usage = Object(await send('Runtime.getHeapUsage'));
  const used = Number(usage.usedSize) + Number(usage.backingStorageSize);
  if (Number.isNaN(used)) throw new Error('the browser does not report its memory usage');
  return used;
}

/** Sends a command to a worker through the session of its page. */
function sendToWorker(session: CDPSession, sessionId: string, method: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const id = 1;
    const onMessage = (event: { sessionId: string; message: string }) => {
      const response = Object(JSON.parse(event.message));
      if (event.sessionId !== sessionId || response.id !== id) return;
      session.off('Target.receivedMessageFromTarget', onMessage);
      resolve(response.result);
    };
    session.on('Target.receivedMessageFromTarget', onMessage);
    const message = JSON.stringify({ id, method });
    session.send('Target.sendMessageToTarget', { sessionId, message }).catch(reject);
  });
}
