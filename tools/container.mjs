// Builds the container image and checks it: it becomes healthy, serves pages, images and the first list, stops in time, and
// keeps its data when it starts again on the same volume. Requires Docker.
//   node tools/container.mjs [IMAGE [BUILD OPTION...]]
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';

/** A first start simulates the market before it listens. */
const START_TIMEOUT_MS = 180_000;
/** `stop_grace_period` of deploy/compose.yaml. */
const STOP_SECONDS = 20;
const REQUEST_TIMEOUT_MS = 30_000;
const JETTONS = 60;
/** Logged when an empty store is filled. */
const SIMULATION = 'Simulating a market';

/** @param {string[]} args @returns {string} the standard output */
function docker(...args) {
  return execFileSync('docker', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();
}

const [image = 'jetscope', ...buildOptions] = process.argv.slice(2);
const name = `jetscope-check-${process.pid}`;

/** Starts a container with the restrictions of deploy/compose.yaml. @returns {Promise<string>} its origin, once it is ready */
async function start() {
  const restrictions = ['--read-only', '--tmpfs=/tmp', '--cap-drop=ALL', '--security-opt=no-new-privileges'];
  const options = [`--name=${name}`, `--volume=${name}:/data`, `--env=DEMO_JETTONS=${JETTONS}`];
  docker('run', '--detach', '--publish=127.0.0.1::8080', ...restrictions, ...options, image);
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const state = docker('inspect', '--format={{.State.Status}} {{.State.Health.Status}}', name);
    if (state === 'running healthy') break;
    assert(Date.now() < deadline && state === 'running starting', `The container is ${state}`);
    await delay(1_000);
  }
  const origin = `http://${docker('port', name, '8080/tcp').split('\n')[0]}`;
  for (;;) {
    const response = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
    if (response.ok) return origin;
    assert(Date.now() < deadline, `The service is not ready: ${await response.text()}`);
    await delay(1_000);
  }
}

/** Returns what the container printed. */
function logs() {
  const { stdout, stderr } = spawnSync('docker', ['logs', name], { encoding: 'utf8' });
  return stdout + stderr;
}

function stop() {
  docker('stop', '-t', String(STOP_SECONDS), name);
  const code = docker('inspect', '--format={{.State.ExitCode}}', name);
  assert.equal(code, '0', `The container ended with code ${code}`);
  docker('rm', name);
}

/**
 * @param {string} url @param {string} type expected media type @param {RequestInit} [options]
 * @returns {Promise<Response>}
 */
async function fetchOk(url, type, options = {}) {
  const response = await fetch(url, { ...options, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
  assert.equal(response.status, 200, `${url} returned ${response.status}`);
  assert.equal(response.headers.get('content-type')?.split(';')[0], type, url);
  return response;
}

/** Checks the responses of a healthy service. @param {string} origin @returns {Promise<number>} its number of swaps */
async function checkResponses(origin) {
  const health = await (await fetchOk(`${origin}/healthz`, 'application/json')).json();
  assert.deepEqual(health, { status: 'ok' });
  assert.match(await (await fetchOk(`${origin}/`, 'text/html')).text(), /<title>[^<]*Jetscope/);
  const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
  const list = await (await fetchOk(`${origin}/v1/jettons`, 'application/json', request)).json();
  const address = list.jettons[0].metadata.address;
  await fetchOk(`${origin}/social-card/${address}.png`, 'image/png');
  const status = await (await fetchOk(`${origin}/status`, 'application/json')).json();
  assert.equal(status.counts.jettons, JETTONS);
  return status.counts.swaps;
}

/** @param {string} text */
const report = (text) => process.stdout.write(`${text}\n`);

report(`Building ${image}`);
execFileSync('docker', ['build', '--file=deploy/Dockerfile', `--tag=${image}`, ...buildOptions, '.'], {
  stdio: 'inherit',
});
try {
  report('Checking the first start');
  const swaps = await checkResponses(await start());
  assert(logs().includes(SIMULATION), 'The first start did not simulate a market');
  stop();
  report('Checking the second start on the same volume');
  const swapsAfterwards = await checkResponses(await start());
  assert(!logs().includes(SIMULATION), 'The second start simulated a market again');
  assert(swapsAfterwards >= swaps, `Of ${swaps} swaps, ${swapsAfterwards} are left`);
  stop();
  report(`${image} passed`);
} catch (error) {
  report(`${image} failed: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  const containers = docker('ps', '--all', '--quiet', `--filter=name=^${name}$`);
  if (containers !== '') {
    report(logs());
    docker('rm', '--force', '--volumes', name);
  }
  docker('volume', 'rm', '--force', name);
}
