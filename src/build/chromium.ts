import { existsSync } from 'node:fs';

const systemChromium = process.env.CHROMIUM ?? '/usr/bin/chromium';

/**
 * Returns Playwright launch options for the system's Chromium or, if there is none, for Playwright's bundled browser.
 * Disables the sandbox for root, because Chromium does not start otherwise.
 */
export function chromium(): { executablePath?: string; args: string[] } {
  const args = [
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ];
  return {
    ...(existsSync(systemChromium) && { executablePath: systemChromium }),
    args: process.getuid?.() === 0 ? [...args, '--no-sandbox'] : args,
  };
}
