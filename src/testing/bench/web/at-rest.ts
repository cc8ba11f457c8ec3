import type { Browser } from '@playwright/test';

const LOOK_MS = 100;
/** Seconds of processor in a look; they are counted in hundredths. */
const LITTLE = 0.02;
const LOOKS = 3;

/**
 * Waits until the browser's processes do nothing. For each new window they make a panel for its search box, for half a
 * second and on all cores: no reader opens a page beside that.
 */
export async function atRest(browser: Browser): Promise<void> {
  const session = await browser.newBrowserCDPSession();
  let known = 0;
  for (let quiet = 0; quiet < LOOKS; quiet += 1) {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    const used = processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
    if (used - known > LITTLE) quiet = 0;
    known = used;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  await session.detach();
}
