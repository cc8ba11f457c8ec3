import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { NotFoundError } from '#contract/errors.ts';
import { handlers } from '#service/operations/handlers.ts';
import { publicInternet } from '#service/server/public-internet.ts';
import type { Store } from '#service/store/database.ts';
import { importClock, openSmallStore } from '#testing/datasets/dataset-folder.ts';
import { addressOf } from '#testing/datasets/small-dataset.ts';
import { buildHttpApp, serviceOf } from '#testing/service/http-app.ts';
import { encodeImage, fetchImage, readSize } from './image-proxy.ts';

const IMAGE = 'https://pictures.example/alpha.png';

function draw(width: number, height: number) {
  const canvas = createCanvas(width, height);
  canvas.getContext('2d').fillRect(0, 0, width, height);
  return canvas;
}

/** Serves on 127.0.0.1 until the test ends. Returns the base URL and the paths of its requests. */
async function serve(listener: RequestListener) {
  const paths: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url);
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, paths };
}

/** Answers a DNS query: 127.0.0.1 for addresses of IPv4, none of IPv6. */
function addressResponse(query: Buffer): Buffer {
  const end = query.indexOf(0, 12) + 5;
  const hasAddress = query.readUInt16BE(end - 4) === 1;
  const head = Buffer.from([0x81, 0x80, 0, 1, 0, Number(hasAddress), 0, 0, 0, 0]);
  const answer = Buffer.from([0xc0, 0x0c, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 127, 0, 0, 1]);
  const parts = [query.subarray(0, 2), head, query.subarray(12, end), ...(hasAddress ? [answer] : [])];
  return Buffer.concat(parts);
}

const anyPort = () => true;
/** Allows only the server of a test. */
const testServer = { allowsAddress: (address: string) => address === '127.0.0.1', allowsPort: anyPort };

describe('loading an image', () => {
  test.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.9.9.9',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:8.8.8.8',
    '64:ff9b::808:808',
    'fe80::1',
    'fc00::1',
    'fd12::1',
    'ff02::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '2001::1',
    'x',
  ])('%s is not public', (address) => {
    expect(publicInternet.allowsAddress(address)).toBe(false);
  });

  test.each(['1.1.1.1', '8.8.8.8', '100.128.0.1', '172.32.0.1', '2606:4700::1111', '2a00:1450:4001::1'])(
    '%s is public',
    (address) => {
      expect(publicInternet.allowsAddress(address)).toBe(true);
    },
  );

  test.each(['127.0.0.1', 'localhost', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]'])(
    'sends nothing to %s',
    async (host) => {
      const { base, paths } = await serve((_, response) => response.end(draw(2, 2).toBuffer('image/png')));
      const policy = { ...publicInternet, allowsPort: anyPort };
      await expect(fetchImage(base.replace('127.0.0.1', host), policy)).rejects.toThrow(NotFoundError);
      expect(paths).toEqual([]);
    },
  );

  test('waits for no name server that does not answer for another name', async () => {
    const { base } = await serve((_, response) => response.end('image'));
    const nameServer = createSocket('udp4', (query, { port, address }) => {
      if (query.includes('good')) nameServer.send(addressResponse(query), port, address);
    });
    nameServer.bind(0, '127.0.0.1');
    await once(nameServer, 'listening');
    onTestFinished(() => void nameServer.close());
    const policy = { ...testServer, nameServers: [`127.0.0.1:${nameServer.address().port}`] };
    let failures = 0;
    for (let index = 0; index < 20; index += 1)
      fetchImage(`http://silent${index}.example/`, policy).catch(() => {
        failures += 1;
      });
    const url = base.replace('127.0.0.1', 'good.example');
    expect(await fetchImage(url, policy)).toEqual(Buffer.from('image'));
    expect(await lookup('localhost')).toMatchObject({ address: expect.any(String) });
    expect(failures).toBe(0);
  });

  test.each([
    'ftp://a.example/x',
    'https://user@a.example/x',
    'https://a.example:8443/x',
    'x',
    'file:///etc/passwd',
  ])('rejects %s', async (url) => {
    await expect(fetchImage(url)).rejects.toThrow(NotFoundError);
  });

  test('follows redirects to allowed addresses only', async () => {
    const file = draw(2, 2).toBuffer('image/png');
    const target = await serve((_, response) => response.end(file));
    const locations: Record<string, string> = {
      '/allowed': `${target.base}/image`,
      '/name': target.base.replace('127.0.0.1', 'localhost.invalid'),
      '/private': target.base.replace('127.0.0.1', '127.0.0.2'),
      '/file': 'file:///etc/passwd',
      '/loop': '/loop',
    };
    const { base, paths } = await serve(({ url = '' }, response) =>
      response.writeHead(302, { location: locations[url] }).end(),
    );
    expect(await fetchImage(`${base}/allowed`, testServer)).toEqual(file);
    for (const path of ['/name', '/private', '/file', '/loop'])
      await expect(fetchImage(base + path, testServer)).rejects.toThrow(NotFoundError);
    expect(target.paths).toEqual(['/image']);
    expect(paths.filter((path) => path === '/loop')).toHaveLength(4);
  });

  test('ends with responses that are too large, incomplete or no success', async () => {
    const { base } = await serve(({ url }, response) => {
      if (url === '/large') response.end(Buffer.alloc(3 * 1024 * 1024));
      else if (url === '/cut')
        response.writeHead(200, { 'content-length': 10 }).write('x', () => response.destroy());
      else response.writeHead(404).end('x');
    });
    for (const path of ['/large', '/cut', '/missing'])
      await expect(fetchImage(base + path, testServer)).rejects.toThrow(NotFoundError);
  });
});

describe('encoding an image', () => {
  test('reads the size of any file before it is decoded', async () => {
    const side = fc.integer({ min: 1, max: 300 });
    const type = fc.constantFrom('png', 'jpeg', 'webp');
    await fc.assert(
      fc.asyncProperty(side, side, type, async (width, height, format) => {
        const canvas = draw(width, height);
        const file = format === 'png' ? await canvas.encode('png') : await canvas.encode(format as 'webp');
        expect(readSize(file)).toEqual({ width, height });
        // Not of a file that is cut, or of other bytes.
        expect(readSize(file.subarray(0, 9))).toBeUndefined();
        expect(readSize(Buffer.concat([Buffer.from('x'), file]))).toBeUndefined();
      }),
      { numRuns: 30 },
    );
    const gif = Buffer.from('R0lGODlhAwACAIAAAAAAAAAAACwAAAAAAwACAAACAoxRADs=', 'base64');
    expect(readSize(gif)).toEqual({ width: 3, height: 2 });
  });

  test('gives WebP of at most 256 pixels', async () => {
    const encoded = await encodeImage(await draw(1024, 512).encode('png'));
    expect(readSize(encoded)).toEqual({ width: 256, height: 128 });
    expect(await loadImage(encoded)).toMatchObject({ width: 256, height: 128 });
  });

  test('decodes no file that claims to be huge', async () => {
    const file = await draw(2, 2).encode('png');
    file.writeUInt32BE(60_000, 16);
    file.writeUInt32BE(60_000, 20);
    await expect(encodeImage(file)).rejects.toThrow('too large');
  });

  test.each(['', '<svg xmlns="http://www.w3.org/2000/svg"/>', '\u0089PNG', 'GIF89a'])(
    'rejects %j',
    async (text) => {
      await expect(encodeImage(Buffer.from(text, 'latin1'))).rejects.toThrow(NotFoundError);
    },
  );
});

describe('IMAGE_PROXY', () => {
  let store: Store;
  let loaded: string[];
  beforeAll(async () => {
    store = await openSmallStore();
    await store.db.execute(sql`update jetton set image = ${IMAGE}, offchain_image = 'ipfs://broken'
      where address = ${addressOf('a')}`);
  });
  afterAll(() => store.close());
  beforeEach(() => {
    loaded = [];
  });

  async function build(imageProxy: string, load = () => draw(512, 512).encode('png')) {
    const environment = { AS_OF: importClock.toISOString(), IMAGE_PROXY: imageProxy };
    const loadImage = async (url: string) => {
      loaded.push(url);
      return await load();
    };
    const app = await buildHttpApp({ service: serviceOf(environment, store), handlers, loadImage });
    onTestFinished(() => app.close());
    const { details } = (await app.inject(`/v1/jettons/${addressOf('a')}`)).json();
    return { app, metadata: details.metadata };
  }

  test('"off" links to the servers of images', async () => {
    const { app, metadata } = await build('off');
    expect(metadata.image).toBe(IMAGE);
    expect((await app.inject(`/images/${addressOf('a')}/0123456789abcdef.webp`)).statusCode).toBe(404);
  });

  test('"on" links to this service, which loads each image once', async () => {
    const { app, metadata } = await build('on');
    expect(metadata.image).toMatch(/^http:\/\/localhost:80\/images\/0:a{64}\/[0-9a-f]{16}\.webp$/);
    expect(metadata.offchainImage).toBe('ipfs://broken');
    const { pathname } = new URL(metadata.image);
    const responses = await Promise.all([1, 2, 3].map(() => app.inject(pathname)));
    for (const { statusCode, headers, rawPayload } of responses) {
      expect({ statusCode, type: headers['content-type'] }).toEqual({ statusCode: 200, type: 'image/webp' });
      expect(readSize(rawPayload)).toEqual({ width: 256, height: 256 });
    }
    expect(loaded).toEqual([IMAGE]);
  });

  test('"on" serves nothing but the images of jettons', async () => {
    const { app, metadata } = await build('on');
    const { pathname } = new URL(metadata.image);
    for (const path of [pathname.replace(/\w{16}/, '0'.repeat(16)), pathname.replace(/0:a+/, addressOf('b'))])
      expect((await app.inject(path)).statusCode).toBe(404);
    expect(loaded).toEqual([]);
  });

  test('images on IPFS never change, others are requested again after a day', async () => {
    const { app, metadata } = await build('on');
    const cacheControlOf = async (image: string) => {
      const { statusCode, headers } = await app.inject(new URL(image).pathname);
      expect(statusCode).toBe(200);
      return headers['cache-control'];
    };
    expect(await cacheControlOf(metadata.image)).toBe('public, max-age=86400');
    const content = `ipfs://${'b'.repeat(46)}/1.png`;
    await store.db.execute(sql`update jetton set image = ${content} where address = ${addressOf('a')}`);
    onTestFinished(async () => {
      await store.db.execute(sql`update jetton set image = ${IMAGE} where address = ${addressOf('a')}`);
    });
    const { metadata: onIpfs } = await build('on');
    expect(await cacheControlOf(onIpfs.image)).toBe('public, max-age=31536000, immutable');
    expect(loaded).toEqual([IMAGE, `https://ipfs.io/ipfs/${'b'.repeat(46)}/1.png`]);
  });

  test('images that cannot be loaded are requested once', async () => {
    const { app, metadata } = await build('on', () => Promise.reject(new NotFoundError('x')));
    const { pathname } = new URL(metadata.image);
    for (let count = 0; count < 3; count += 1) expect((await app.inject(pathname)).statusCode).toBe(404);
    expect(loaded).toEqual([IMAGE]);
  });
});
