import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium, devices as playwrightDevices } from '@playwright/test';
import { chromium as chromiumOptions } from '#build/chromium.ts';
import { toUserFriendly } from '#contract/address.ts';
import { operations } from '#contract/operations.ts';
import { alignedTable, type Budgets, median, summarizeBudgets } from '#tools/bench/report.ts';
import { type BenchService, call, prepareSimulatedMarket, startBenchService } from '#tools/bench/service.ts';
import type { Site } from './visits.ts';

/** Fetched when the benchmark runs: it has more dependencies than the project. */
const LIGHTHOUSE = 'lighthouse@12.8.2';
const JETTONS = 1_000;
const environment = { DATA_DIR: '.bench/pages', AS_OF: '2026-01-29T07:50:00Z', DEMO_SEED: '1' };

const devices = ['mobile', 'desktop'] as const;
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const audits = {
  firstPaint: 'first-contentful-paint',
  largestPaint: 'largest-contentful-paint',
  blocked: 'total-blocking-time',
  shift: 'cumulative-layout-shift',
} as const;

type Report = Readonly<Record<keyof typeof audits | (typeof categories)[number], number>>;

/** Elements whose first digit is the first number of a page. */
const firstNumbers = {
  list: '[role=gridcell]',
  jetton: 'section[aria-label=Price]',
  pool: 'section[aria-label="Price and activity"]',
  embed: '.price',
} as const;
type PageName = keyof typeof firstNumbers;

/** That of phones in many places, as "Slow 3G" of WebPageTest. */
const SLOW_NETWORK = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const MAX_FIRST_NUMBERS_MS = 1_500;

interface Visits {
  readonly page: PageName;
  readonly device: (typeof devices)[number];
  readonly reports: readonly Report[];
}

const budgets: Budgets<readonly Visits[]> = {
  'performance of at least 95 on phones': (visits) =>
    mediansOn(visits, 'mobile').every(({ performance }) => performance >= 95),
  'performance of 100 on desktops': (visits) =>
    mediansOn(visits, 'desktop').every(({ performance }) => performance === 100),
  'largest paint within 1.8 s on phones': (visits) =>
    mediansOn(visits, 'mobile').every(({ largestPaint }) => largestPaint <= 1800),
  'blocked for at most 100 ms on phones': (visits) =>
    mediansOn(visits, 'mobile').every(({ blocked }) => blocked <= 100),
  'layout shift of at most 0.01': (visits) => visits.map(medians).every(({ shift }) => shift <= 0.01),
  'accessibility, best practices and SEO of 100': (visits) =>
    visits.every((visit) =>
      categories
        .slice(1)
        .every((category) => isLoweredOnPurpose(visit.page, category) || medians(visit)[category] === 100),
    ),
};

/** Serves the dashboard as it was built, so that pages are rendered. */
export function serveFirstNumbers(): Promise<BenchService> {
  return startBenchService(prepareSimulatedMarket(JETTONS), environment, resolve('dist/web'));
}

/**
 * Measures first visits by Lighthouse, whose slow phone, desktop and networks are simulated, and when phones have the first
 * numbers over a slow network.
 */
export async function* measureFirstNumbers(
  { browser, origin }: Site,
  rounds: number,
): AsyncGenerator<string> {
  const paths = await pathsOf(origin);
  const pages = Object.keys(firstNumbers) as PageName[];
  const visits = devices.flatMap((device) =>
    pages.map((page) => ({ page, device, reports: [] as Report[] })),
  );
  const slowVisits = pages.map((page) => ({ page, times: [] as number[] }));
  for (let round = 0; round < rounds; round += 1) {
    for (const { device, page, reports } of visits)
      reports.push(await visitOnce(origin + paths[page], device));
    for (const { page, times } of slowVisits)
      times.push(await firstNumberTime(browser, origin + paths[page], firstNumbers[page]));
  }
  const slow = slowVisits.map(({ page, times }) => ({ page, time: median(times) }));
  yield `${renderTable(visits)}\n\n${summarizeBudgets(budgets, visits)}\n\n${renderSlowTable(slow)}\n\n${summarizeBudgets(slowBudgets, slow)}`;
}

type SlowVisits = readonly { readonly page: PageName; readonly time: number }[];

const slowBudgets: Budgets<SlowVisits> = {
  'first numbers within 1.5 s at 400 kbit/s': (visits) =>
    visits.every(({ time }) => time <= MAX_FIRST_NUMBERS_MS),
};

function renderSlowTable(visits: SlowVisits): string {
  const rows = visits.map(({ page, time }) => [page, (time / 1000).toFixed(2)]);
  return alignedTable([['page', 'first number at 400 kbit/s, s'], ...rows]);
}

/** Resolves with the milliseconds until a phone with a slow network has painted an element with a digit. */
async function firstNumberTime(browser: Browser, url: string, selector: string): Promise<number> {
  const context = await browser.newContext(playwrightDevices['Pixel 7']);
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', SLOW_NETWORK);
    await page.goto(url, { waitUntil: 'commit' });
    const time = await page.evaluate(untilNumber, selector);
    process.stderr.write(`${Math.round(process.uptime())} s: ${url} at 400 kbit/s ${Math.round(time)}\n`);
    return time;
  } finally {
    await context.close();
  }
}

/** Runs in the page. */
async function untilNumber(selector: string): Promise<number> {
  const frame = () => new Promise<number>((resolve) => void requestAnimationFrame(resolve));
  const hasDigit = ({ textContent }: Element) => /\d/.test(textContent);
  while (![...document.querySelectorAll(selector)].some(hasDigit)) await frame();
  return await frame();
}

/** Paths of a list, and of the busiest jetton of it with its deepest pool. */
async function pathsOf(origin: string): Promise<Readonly<Record<PageName, string>>> {
  const { jettons } = await call(origin, operations.getJettons, {
    sort: 'volume24h',
    order: 'desc',
    limit: 1,
  });
  const address = jettons[0]?.metadata.address ?? '';
  const { markets } = await call(origin, operations.getJettonMarkets, { address, limit: 1 });
  const [jetton, pool] = [address, markets[0]?.poolAddress ?? ''].map(toUserFriendly);
  return {
    list: '/',
    jetton: `/jetton/${jetton}`,
    pool: `/jetton/${jetton}/pool/${pool}`,
    embed: `/embed/${jetton}/${pool}`,
  };
}

/** Search engines should not list embeds. */
function isLoweredOnPurpose(page: string, category: string): boolean {
  return page === 'embed' && category === 'seo';
}

const ATTEMPTS = 3;

/** Lighthouse sometimes does not record where a visit started, and fails. */
async function visitOnce(url: string, device: Visits['device'], attempt = 1): Promise<Report> {
  try {
    return await runLighthouse(url, device);
  } catch (error) {
    if (attempt === ATTEMPTS || !/NO_NAVSTART/.test(String(Object(error).stderr))) throw error;
    process.stderr.write(`${url} ${device}: not recorded, visited again\n`);
    return visitOnce(url, device, attempt + 1);
  }
}

const run = promisify(execFile);

async function runLighthouse(url: string, device: Visits['device']): Promise<Report> {
  const { args, executablePath = chromium.executablePath() } = chromiumOptions();
  const { stdout } = await run(
    'npx',
    [
      '--yes',
      LIGHTHOUSE,
      url,
      '--quiet',
      '--output=json',
      `--only-categories=${categories.join()}`,
      `--chrome-flags=--headless=new ${args.join(' ')}`,
      ...(device === 'desktop' ? ['--preset=desktop'] : []),
    ],
    { env: { ...process.env, CHROME_PATH: executablePath }, maxBuffer: 2 ** 26 },
  );
  const result = JSON.parse(stdout) as {
    readonly audits: Readonly<Record<string, { readonly numericValue?: number }>>;
    readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
  };
  const measured = <Value>(name: string, value: Value | null | undefined): Value => {
    if (value === null || value === undefined) throw new Error(`Lighthouse has not measured ${name}`);
    return value;
  };
  const scores = categories.map((name) => {
    return [name, Math.round(measured(name, result.categories[name]?.score) * 100)];
  });
  const values = Object.entries(audits).map(([name, id]) => {
    return [name, measured(id, result.audits[id]?.numericValue)];
  });
  const report: Report = Object.fromEntries([...scores, ...values]);
  process.stderr.write(`${Math.round(process.uptime())} s: ${url} ${device} ${JSON.stringify(report)}\n`);
  return report;
}

function medians({ reports }: Visits): Report {
  const names = [...Object.keys(audits), ...categories] as (keyof Report)[];
  return Object.fromEntries(
    names.map((name) => [name, median(reports.map((report) => report[name]))]),
  ) as unknown as Report;
}

function mediansOn(visits: readonly Visits[], device: Visits['device']): Report[] {
  return visits.filter((visit) => visit.device === device).map(medians);
}

function renderTable(visits: readonly Visits[]): string {
  const head = ['page', 'device', 'first paint, s', 'largest paint, s', 'blocked, s', 'layout shift'];
  const rows = visits.map((visit) => {
    const { firstPaint, largestPaint, blocked, shift, ...scores } = medians(visit);
    const seconds = [firstPaint, largestPaint, blocked].map((value) => (value / 1000).toFixed(2));
    return [
      visit.page,
      visit.device,
      ...seconds,
      shift.toFixed(3),
      ...categories.map((category) => String(scores[category])),
    ];
  });
  return alignedTable([[...head, ...categories.map((category) => category.replace('-', ' '))], ...rows]);
}
