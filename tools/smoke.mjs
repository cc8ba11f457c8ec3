// Runs the smoke tests in Firefox and WebKit: in Playwright's own builds, otherwise in Debian's firefox-esr by WebDriver BiDi.
// Says in a line what is skipped because there is no such browser.
//   node tools/smoke.mjs [--required] [OPTIONS OF PLAYWRIGHT]
// With --required, a browser that is missing is an error.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { firefox, webkit } from '@playwright/test';

const firefoxEsr = fileURLToPath(new URL('../e2e/smoke/firefox-esr.mjs', import.meta.url));
const [isRequired, options] =
  process.argv[2] === '--required' ? [true, process.argv.slice(3)] : [false, process.argv.slice(2)];

/** Returns why a browser does not open a page; undefined if it does. @param {() => Promise<import('@playwright/test').Browser>} launch */
async function problemOf(launch) {
  try {
    const browser = await launch();
    try {
      await browser.newPage();
    } finally {
      await browser.close();
    }
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message.trim().split('\n', 1).join() : String(error);
  }
}

/** Projects of e2e/smoke.config.ts by browser, the first that starts is used. */
const ways = {
  Firefox: [
    { project: 'firefox', launch: () => firefox.launch() },
    {
      project: 'firefox-esr',
      launch: () => firefox.launch({ channel: 'moz-firefox', executablePath: firefoxEsr }),
    },
  ],
  WebKit: [{ project: 'webkit', launch: () => webkit.launch() }],
};

const projects = [];
for (const [browser, candidates] of Object.entries(ways)) {
  let found;
  const problems = [];
  for (const { project, launch } of candidates) {
    const problem = await problemOf(launch);
    if (problem === undefined) {
      found = project;
      break;
    }
    problems.push(`${project}: ${problem}`);
  }
  if (found) projects.push(found);
  else
    process.stdout.write(
      `SKIPPED: smoke tests in ${browser}: npx playwright install --with-deps ${browser.toLowerCase()} (${problems.join('; ')})\n`,
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
