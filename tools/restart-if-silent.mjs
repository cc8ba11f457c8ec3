// Runs a command, and once more if it prints nothing for a number of seconds:
//   node tools/restart-if-silent.mjs SECONDS COMMAND [ARGUMENT…]
// Vitest 4 waits forever if a page of its browser stops responding (https://github.com/vitest-dev/vitest/issues/10791).
// Vitest 5 does not, but requires Node.js 22.
import { spawn } from 'node:child_process';

const env = process.stdout.isTTY ? { ...process.env, FORCE_COLOR: '1' } : process.env;
const [seconds = '', command = '', ...options] = process.argv.slice(2);

/** Resolves with the exit code of the command, or with null if it was silent and has been killed. */
function run() {
  return new Promise((resolve) => {
    // In a process group of its own, so that the processes that the command started end with it.
    const child = spawn(command, options, { detached: true, stdio: ['ignore', 'pipe', 'pipe'], env });
    const kill = () => child.pid && process.kill(-child.pid, 'SIGKILL');
    let silent = false;
    const timer = setTimeout(() => {
      silent = true;
      kill();
    }, Number(seconds) * 1000);
    for (const [output, target] of /** @type {const} */ ([
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ]))
      output.on('data', (chunk) => {
        timer.refresh();
        target.write(chunk);
      });
    const end = () => {
      kill();
      process.exit(1);
    };
    process.once('SIGINT', end).once('SIGTERM', end);
    child.on('close', (code) => {
      clearTimeout(timer);
      process.off('SIGINT', end).off('SIGTERM', end);
      resolve(silent ? null : (code ?? 1));
    });
  });
}

/** @param {string} consequence */
const report = (consequence) =>
  process.stderr.write(`\n${command} PRINTED NOTHING FOR ${seconds} SECONDS: ${consequence}\n\n`);

let code = await run();
if (code === null) {
  report('running it again');
  code = await run();
  if (code === null) report('giving up');
}
process.exitCode = code ?? 1;
