import type { Browser } from '@playwright/test';

const POLL_MS = 100;
/** Seconds of CPU time per poll; the browser reports hundredths. */
const IDLE_CPU_TIME = 0.02;
const IDLE_POLLS = 3;
const MAX_POLLS = 300;

/**
 * Waits until the browser's processes are idle. For each new window, Chromium prepares a panel for its search box, which
 * takes half a second on all cores and would distort the measurement.
 */
export async function waitForIdleBrowser(browser: Browser): Promise<void> {
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
