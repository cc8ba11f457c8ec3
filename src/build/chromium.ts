import { existsSync } from 'node:fs';

const systemChromium = process.env.CHROMIUM ?? '/usr/bin/chromium';

/**
 * Playwright launch options: the system's Chromium if there is one, else Playwright's own. Chromium refuses to run as
 * root with its sandbox.
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
