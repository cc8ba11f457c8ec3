import { existsSync } from 'node:fs';

const CHROMIUM = '/usr/bin/chromium';
/** Debian's build without windows, as Playwright uses by default. Tests take a fifth less time with it. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';
/** The system's browsers for tests, best first. */
export const systemBrowsers: readonly string[] = [HEADLESS_SHELL, CHROMIUM];

export interface ChromiumOptions {
  readonly executablePath?: string;
  readonly args: string[];
}

/** Returns Playwright launch options for the browser of tests: the system's headless shell or Chromium, as `chromium`. */
export function headlessShell(): ChromiumOptions {
  return installed(systemBrowsers);
}

/**
 * Returns Playwright launch options for Chromium: that of the environment variable `CHROMIUM`, the system's or, if there is
 * none, Playwright's bundled browser.
 */
export function chromium(): ChromiumOptions {
  return installed([CHROMIUM]);
}

function installed(system: readonly string[]): ChromiumOptions {
  const { CHROMIUM: configured } = process.env;
  return launchOptions((configured ? [configured] : system).find((path) => existsSync(path)));
}

/** Returns Playwright launch options for an executable, by default Playwright's bundled browser. */
export function launchOptions(executablePath?: string): ChromiumOptions {
  const args = [
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ];
  return {
    ...(executablePath && { executablePath }),
    // Chromium does not start as root with its sandbox.
    args: process.getuid?.() === 0 ? [...args, '--no-sandbox'] : args,
  };
}
