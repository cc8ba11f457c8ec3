// Runs the smoke tests in Firefox and WebKit: in Playwright's own builds, otherwise in Debian's firefox-esr by WebDriver BiDi.
// Says in a line what is skipped because there is no such browser.
//   node tools/smoke.mjs [--required] [OPTIONS OF PLAYWRIGHT]
// With --required, a browser that is missing is an error.
import { spawnSync } from 'node:child_process';
import { firefox, webkit } from '@playwright/test';

const { FIREFOX = '/usr/bin/firefox-esr' } = process.env;
const [isRequired, options] =
  process.argv[2] === '--required' ? [true, process.argv.slice(3)] : [false, process.argv.slice(2)];

/** @param {() => Promise<import('@playwright/test').Browser>} launch */
async function starts(launch) {
  try {
    const browser = await launch();
    try {
      await browser.newPage();
    } finally {
      await browser.close();
    }
    return true;
  } catch {
    return false;
  }
}

/** Projects of e2e/smoke.config.ts by browser, the first that starts is used. */
const ways = {
  Firefox: [
    { project: 'firefox', launch: () => firefox.launch() },
    {
      project: 'firefox-esr',
      launch: () => firefox.launch({ channel: 'moz-firefox', executablePath: FIREFOX }),
    },
  ],
  WebKit: [{ project: 'webkit', launch: () => webkit.launch() }],
};

const projects = [];
for (const [browser, candidates] of Object.entries(ways)) {
  let found;
  for (const { project, launch } of candidates) if (!found && (await starts(launch))) found = project;
  if (found) projects.push(found);
  else
    process.stdout.write(
      `SKIPPED: smoke tests in ${browser}, which does not start (npx playwright install --with-deps ${browser.toLowerCase()})\n`,
    );
}
if (isRequired && projects.length < Object.keys(ways).length) process.exitCode = 1;
else if (projects.length > 0) {
  const chosen = projects.flatMap((project) => ['--project', project]);
  const { status } = spawnSync(
    'npx',
    ['playwright', 'test', '-c', 'e2e/smoke.config.ts', ...chosen, ...options],
    {
      stdio: 'inherit',
    },
  );
  process.exitCode = status ?? 1;
}
