#!/usr/bin/env node
// Starts firefox-esr, or the Firefox in the environment variable FIREFOX, with the arguments of Playwright. Playwright sets
// media features in every context, by a command of WebDriver BiDi that ESR 153 does not know, so that no page opens. It
// therefore gets the address of a proxy, which replaces this command by one without effect.
import { spawn } from 'node:child_process';
import { connect, createServer } from 'node:net';
import { createInterface } from 'node:readline';

const UNKNOWN = 'emulation.setMediaFeaturesOverride';
const END_OF_HEAD = '\r\n\r\n';
const TEXT_FRAME = 0x81;

const { FIREFOX = '/usr/bin/firefox-esr' } = process.env;
const browser = spawn(FIREFOX, process.argv.slice(2), { stdio: ['ignore', 'inherit', 'pipe'] });
browser.once('error', (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
browser.once('exit', (code) => process.exit(code ?? 1));
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.once(signal, () => browser.kill(signal));

createInterface({ input: browser.stderr }).on('line', (line) => {
  const [, port] = /^WebDriver BiDi listening on ws:\/\/127\.0\.0\.1:(\d+)/.exec(line) ?? [];
  if (port === undefined) process.stderr.write(`${line}\n`);
  else
    void startProxy(Number(port)).then((own) => process.stderr.write(`${line.replace(port, String(own))}\n`));
});

/** Returns the port of a proxy of a WebSocket server. @param {number} port @returns {Promise<number>} */
function startProxy(port) {
  const server = createServer((client) => {
    const socket = connect(port, '127.0.0.1');
    /** @type {Buffer<ArrayBufferLike>} */
    let rest = Buffer.alloc(0);
    let hasHead = false;
    client.on('data', (chunk) => {
      rest = Buffer.concat([rest, chunk]);
      if (!hasHead) {
        const end = rest.indexOf(END_OF_HEAD);
        if (end < 0) return;
        hasHead = true;
        socket.write(headFor(port, rest.toString('latin1', 0, end)) + END_OF_HEAD);
        rest = rest.subarray(end + END_OF_HEAD.length);
      }
      for (let size = frameSize(rest); size > 0 && rest.length >= size; size = frameSize(rest)) {
        socket.write(replacementOf(rest.subarray(0, size)));
        rest = rest.subarray(size);
      }
    });
    socket.pipe(client);
    client.once('close', () => socket.destroy());
    for (const side of [client, socket]) side.on('error', () => client.destroy());
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
}

/** Firefox accepts its own port only. Compressed frames could not be read. @param {number} port @param {string} head */
function headFor(port, head) {
  return head
    .replace(/^host:.*/im, `Host: 127.0.0.1:${port}`)
    .replace(/\r\nsec-websocket-extensions:.*/i, '');
}

/**
 * Returns where the length of the first frame of a client (RFC 6455, 5.2) ends and what it is; undefined if it has not arrived.
 * @param {Buffer} data
 */
function readLength(data) {
  const short = data.length < 2 ? undefined : data.readUInt8(1) & 0x7f;
  if (short === 126) return data.length < 4 ? undefined : { end: 4, length: data.readUInt16BE(2) };
  if (short === 127)
    return data.length < 10 ? undefined : { end: 10, length: Number(data.readBigUInt64BE(2)) };
  return short === undefined ? undefined : { end: 2, length: short };
}

/** Returns the size of the first frame, whose mask has four bytes; 0 if its length has not arrived. @param {Buffer} data */
function frameSize(data) {
  const { end, length } = readLength(data) ?? { end: -4, length: 0 };
  return end + 4 + length;
}

/** Returns a frame, or that of a command without effect instead of the unknown one. @param {Buffer} frame */
function replacementOf(frame) {
  const { end } = readLength(frame) ?? { end: 0 };
  const mask = frame.subarray(end, end + 4);
  const text = applyMask(frame.subarray(end + 4), mask).toString();
  if (frame.readUInt8(0) !== TEXT_FRAME || !text.includes(UNKNOWN)) return frame;
  const { id, method } = JSON.parse(text);
  if (method !== UNKNOWN) return frame;
  const status = Buffer.from(JSON.stringify({ id, method: 'session.status', params: {} }));
  return Buffer.concat([Buffer.from([TEXT_FRAME, 0x80 | status.length]), mask, applyMask(status, mask)]);
}

/** @param {Buffer} data @param {Buffer} mask */
function applyMask(data, mask) {
  return Buffer.from(data.map((byte, index) => byte ^ mask.readUInt8(index % 4)));
}
