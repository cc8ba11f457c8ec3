import type { Browser } from '@playwright/test';

const LOOK_MS = 100;
/** Seconds of processor in a look; they are counted in hundredths. */
const LITTLE = 0.02;
const QUIET_LOOKS = 3;
const LOOKS = 300;

/**
 * Waits until the browser's processes do nothing. For each new window they make a panel for its search box, for half a
 * second and on all cores: no reader opens a page beside that.
 */
export async function atRest(browser: Browser): Promise<void> {
  const session = await browser.newBrowserCDPSession();
  let known = 0;
  for (let look = 0, quiet = 0; quiet < QUIET_LOOKS; look += 1) {
    if (look === LOOKS) throw new Error('the browser does not come to rest');
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    const used = processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
    // Less than before is of a process that has ended.
    quiet = Math.abs(used - known) > LITTLE ? 0 : quiet + 1;
    known = used;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  await session.detach();
}
