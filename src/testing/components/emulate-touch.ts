// Declares the methods of `cdp()`.
import type {} from '@vitest/browser-playwright';
import { onTestFinished } from 'vitest';
import { cdp } from 'vitest/browser';

/** Makes touch the primary input until the end of the test. Call before rendering. */
export async function emulateTouch(): Promise<void> {
  const setEnabled = async (enabled: boolean) => {
    await cdp().send('Emulation.setTouchEmulationEnabled', { enabled });
  };
  await setEnabled(true);
  onTestFinished(() => setEnabled(false));
}
