import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { chromium } from '@playwright/test';
import { launchOptions, systemBrowsers } from './chromium.ts';

/** What the search for a browser needs to know of a machine and to do on it. */
export interface Machine {
  /** The value of the environment variable `CHROMIUM`. */
  readonly configured?: string | undefined;
  /** The family of Linux distributions whose packages can be installed: without a password, as root. */
  readonly packages?: 'debian' | 'ubuntu' | undefined;
  readonly exists: (path: string) => boolean;
  /** Starts and ends a browser, by default Playwright's own. Returns the path of its executable. */
  readonly start: (executablePath?: string) => Promise<string>;
  /** Installs Playwright's own browser. */
  readonly download: (options?: { readonly withLibraries: boolean }) => Promise<void>;
  readonly installPackage: (name: string) => Promise<void>;
  readonly report: (message: string) => void;
}

const ADVICE = `Install a browser and try again:
  Debian           apt-get install chromium-headless-shell
  other systems    npx playwright install --with-deps --only-shell chromium
Or set CHROMIUM to the executable of Chromium, Chrome or Edge.`;

interface Way {
  readonly installation?: { readonly name: string; readonly install: () => Promise<void> };
  /** Paths of the browsers to try, `undefined` for Playwright's own. */
  readonly browsers: () => readonly (string | undefined)[];
}

/**
 * Returns the path of a browser that starts: that of `CHROMIUM`, otherwise the system's, otherwise Playwright's own, which is
 * downloaded if necessary, otherwise one that the package manager installs.
 * @throws {Error} with instructions if there is none
 */
export async function findBrowser(machine: Machine): Promise<string> {
  const failures: string[] = [];
  const fail = (name: string, error: unknown) =>
    failures.push(`  ${name}: ${error instanceof Error ? error.message : String(error)}`);

  for (const { installation, browsers } of waysToFind(machine)) {
    if (installation) {
      machine.report(`No browser for the tests: installing ${installation.name}`);
      try {
        await installation.install();
      } catch (error) {
        fail(`installation of ${installation.name}`, error);
        continue;
      }
    }
    for (const path of browsers())
      try {
        return await machine.start(path);
      } catch (error) {
        fail(
          path ? (path === machine.configured ? `CHROMIUM=${path}` : path) : "Playwright's browser",
          error,
        );
      }
  }
  throw new Error(`No browser for the tests:\n${failures.join('\n')}\n\n${ADVICE}`);
}

function waysToFind({ configured, packages, exists, download, installPackage }: Machine): Way[] {
  if (configured) return [{ browsers: () => [configured] }];
  const ofSystem = () => systemBrowsers.filter(exists);
  const ofPlaywright = () => [undefined];
  const name = "Playwright's headless Chromium";
  const ways: Way[] = [
    { browsers: ofSystem },
    { browsers: ofPlaywright },
    { installation: { name, install: () => download() }, browsers: ofPlaywright },
  ];
  if (packages === 'debian')
    for (const browser of ['chromium-headless-shell', 'chromium'])
      ways.push({
        installation: { name: `the package ${browser}`, install: () => installPackage(browser) },
        browsers: ofSystem,
      });
  // Ubuntu's Chromium is a snap, which neither starts in containers nor has access to profiles in /tmp.
  if (packages === 'ubuntu')
    ways.push({
      installation: {
        name: `${name} with the libraries that it needs`,
        install: () => download({ withLibraries: true }),
      },
      browsers: ofPlaywright,
    });
  return ways;
}

/** Without a network, all installations together must fail within a minute. */
const CONNECTION_LIMIT_SECONDS = 20;
const START_LIMIT_MS = 20_000;
const PACKAGE_LIMIT_SECONDS = 600;

export function thisMachine(): Machine {
  const isRoot = process.getuid?.() === 0;
  const canInstall = isRoot || spawnSync('sudo', ['-n', 'true']).status === 0;
  const apt = (limitSeconds: number, options: string) => {
    const command = `timeout ${limitSeconds} env DEBIAN_FRONTEND=noninteractive apt-get -q -y ${options}`;
    return run((isRoot ? command : `sudo -n ${command}`).split(' '));
  };
  let update: Promise<void> | undefined;
  return {
    configured: process.env.CHROMIUM,
    packages: canInstall ? distribution() : undefined,
    exists: existsSync,
    start: startBrowser,
    download: ({ withLibraries } = { withLibraries: false }) => {
      const options = withLibraries ? ['--with-deps', '--only-shell'] : ['--only-shell'];
      return run(['npx', 'playwright', 'install', ...options, 'chromium'], CONNECTION_LIMIT_SECONDS);
    },
    installPackage: async (name) => {
      update ??= apt(CONNECTION_LIMIT_SECONDS, '-o Acquire::Retries=0 update');
      await update;
      await apt(PACKAGE_LIMIT_SECONDS, `install --no-install-recommends ${name}`);
    },
    report: (message) => process.stderr.write(`${message}…\n`),
  };
}

function distribution(): Machine['packages'] {
  if (process.platform !== 'linux' || !existsSync('/etc/os-release')) return undefined;
  const names =
    readFileSync('/etc/os-release', 'utf8')
      .match(/^ID(_LIKE)?=.*/gm)
      ?.join(' ') ?? '';
  return (['ubuntu', 'debian'] as const).find((name) => names.includes(name));
}

async function startBrowser(executablePath?: string): Promise<string> {
  try {
    const server = await chromium.launchServer({
      ...launchOptions(executablePath),
      host: '127.0.0.1',
      timeout: START_LIMIT_MS,
    });
    try {
      const browser = await chromium.connect(server.wsEndpoint(), { timeout: START_LIMIT_MS });
      await browser.newPage();
      return server.process().spawnfile;
    } finally {
      await server.close();
    }
  } catch (error) {
    throw new Error(cause(error instanceof Error ? error.message : String(error)));
  }
}

/** Runs a command. Fails if the command does, or if it prints nothing for too long. */
function run(command: readonly string[], silenceLimitSeconds?: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const [program = '', ...options] = command;
    // In a process group of its own, so that the processes that the command starts end with it.
    const child = spawn(program, options, { detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    const end = () => {
      if (child.pid) process.kill(-child.pid, 'SIGKILL');
      reject(new Error(`no progress within ${silenceLimitSeconds} s`));
    };
    const timer = silenceLimitSeconds === undefined ? undefined : setTimeout(end, silenceLimitSeconds * 1000);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        timer?.refresh();
      });
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(timer);
      if (code === 0) resolve();
      else reject(new Error(cause(output) || `exit code ${code} of ${command.join(' ')}`));
    });
  });
}

/** Returns the line of an output that says why a program ended. */
function cause(output: string): string {
  const lines = stripVTControlCharacters(output)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  return (
    lines.find((line) => line.includes('error while loading')) ??
    lines.find((line) => /^(E:|Error:)/.test(line)) ??
    lines[0] ??
    ''
  );
}
