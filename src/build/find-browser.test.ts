import { expect, test } from 'vitest';
import { findBrowser, type Machine } from './find-browser.ts';

const SHELL = '/usr/bin/chromium-headless-shell';
const CHROMIUM = '/usr/bin/chromium';
const OWN = '/home/user/.cache/ms-playwright/headless-shell';

interface State extends Pick<Machine, 'configured' | 'packages'> {
  /** Paths that exist, with whether they start. */
  readonly browsers?: Readonly<Record<string, boolean>>;
  /** What installations add to `browsers`. Those that are missing fail. */
  readonly download?: Readonly<Record<string, boolean>>;
  readonly downloadWithLibraries?: Readonly<Record<string, boolean>>;
  readonly available?: Readonly<Record<string, Readonly<Record<string, boolean>>>>;
}

/** Returns a machine and what is done on it. */
function fakeMachine({ configured, packages, browsers, download, downloadWithLibraries, available }: State) {
  const present: Record<string, boolean> = { ...browsers };
  const actions: string[] = [];
  const install = async (name: string, added: Readonly<Record<string, boolean>> | undefined) => {
    actions.push(name);
    if (!added) throw new Error('no network');
    Object.assign(present, added);
  };
  const machine: Machine = {
    configured,
    packages,
    exists: (path) => path in present,
    start: async (path = OWN) => {
      actions.push(`start ${path}`);
      if (!(path in present)) throw new Error('does not exist');
      if (!present[path]) throw new Error('missing library');
      return path;
    },
    download: ({ withLibraries } = { withLibraries: false }) =>
      withLibraries
        ? install('download with libraries', downloadWithLibraries)
        : install('download', download),
    installPackage: (name) => install(`package ${name}`, available?.[name]),
    report: () => undefined,
  };
  return { machine, actions };
}

test.each<[string, State, string, string[]]>([
  [
    'that of CHROMIUM comes first',
    { configured: '/opt/chrome', browsers: { '/opt/chrome': true, [SHELL]: true } },
    '/opt/chrome',
    ['start /opt/chrome'],
  ],
  [
    "the system's headless shell is preferred",
    { browsers: { [SHELL]: true, [CHROMIUM]: true, [OWN]: true } },
    SHELL,
    [`start ${SHELL}`],
  ],
  ["the system's Chromium is used", { browsers: { [CHROMIUM]: true } }, CHROMIUM, [`start ${CHROMIUM}`]],
  [
    'one that does not start is passed over',
    { browsers: { [CHROMIUM]: false, [OWN]: true } },
    OWN,
    [`start ${CHROMIUM}`, `start ${OWN}`],
  ],
  [
    "Playwright's is downloaded if there is none",
    { packages: 'debian', download: { [OWN]: true } },
    OWN,
    [`start ${OWN}`, 'download', `start ${OWN}`],
  ],
  [
    'the package is installed if the download fails',
    { packages: 'debian', available: { 'chromium-headless-shell': { [SHELL]: true } } },
    SHELL,
    [`start ${OWN}`, 'download', 'package chromium-headless-shell', `start ${SHELL}`],
  ],
  [
    'the package is installed if the downloaded browser lacks libraries',
    {
      packages: 'debian',
      download: { [OWN]: false },
      available: { 'chromium-headless-shell': { [SHELL]: true } },
    },
    SHELL,
    [`start ${OWN}`, 'download', `start ${OWN}`, 'package chromium-headless-shell', `start ${SHELL}`],
  ],
  [
    'distributions without the headless shell have Chromium',
    { packages: 'debian', available: { chromium: { [CHROMIUM]: true } } },
    CHROMIUM,
    [`start ${OWN}`, 'download', 'package chromium-headless-shell', 'package chromium', `start ${CHROMIUM}`],
  ],
  [
    "Ubuntu has only the libraries for Playwright's",
    { packages: 'ubuntu', download: { [OWN]: false }, downloadWithLibraries: { [OWN]: true } },
    OWN,
    [`start ${OWN}`, 'download', `start ${OWN}`, 'download with libraries', `start ${OWN}`],
  ],
])('%s', async (_, state, found, done) => {
  const { machine, actions } = fakeMachine(state);
  expect(await findBrowser(machine)).toBe(found);
  expect(actions).toEqual(done);
});

test('no other browser replaces that of CHROMIUM', async () => {
  const { machine } = fakeMachine({ configured: '/opt/chrome', browsers: { [SHELL]: true } });
  await expect(findBrowser(machine)).rejects.toThrow('CHROMIUM=/opt/chrome: does not exist');
});

test('without a browser, the message states what was tried and what to do', async () => {
  const { machine, actions } = fakeMachine({ browsers: { [CHROMIUM]: false } });
  await expect(findBrowser(machine)).rejects.toThrow(`No browser for the tests:
  /usr/bin/chromium: missing library
  Playwright's browser: does not exist
  installation of Playwright's headless Chromium: no network

Install a browser and try again:
  Debian           apt-get install chromium-headless-shell
  other systems    npx playwright install --with-deps --only-shell chromium
Or set CHROMIUM to the executable of Chromium, Chrome or Edge.`);
  expect(actions).not.toContainEqual(expect.stringContaining('package'));
});
