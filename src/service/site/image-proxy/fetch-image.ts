import type { IncomingMessage } from 'node:http';
import { request as requestHttp } from 'node:http';
import { type RequestOptions, request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { NotFoundError } from '#contract/errors.ts';
import { type AddressPolicy, checkedLookup, publicInternet } from '#service/server/public-internet.ts';

const MAX_BYTES = 2 * 1024 * 1024;
const MAX_REDIRECTS = 3;
const TIMEOUT_MS = 10_000;

/**
 * Loads an image of at most 2 MB within 10 s. Connects to the address that was checked, so that a name cannot resolve to
 * another one meanwhile, and checks every redirect in the same way. Throws NotFoundError.
 */
export async function fetchImage(url: string, policy: AddressPolicy = publicInternet): Promise<Buffer> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  let target = parseTarget(url);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    requireAllowed(target, policy);
    const response = await send(target, policy, signal);
    const { statusCode = 0, headers } = response;
    if (statusCode === 200) return await readImage(response);
    response.destroy();
    if (statusCode < 300 || statusCode >= 400 || headers.location === undefined)
      throw new NotFoundError(`the image has status ${statusCode}`);
    target = parseTarget(headers.location, target);
  }
  throw new NotFoundError('the image is redirected too often');
}

function parseTarget(text: string, base?: URL): URL {
  if (!URL.canParse(text, base?.href)) throw new NotFoundError('the image has an invalid URL');
  return new URL(text, base);
}

/** Names are checked when they are resolved. */
function requireAllowed({ protocol, port, hostname, username, password }: URL, policy: AddressPolicy): void {
  const isWeb = protocol === 'https:' || protocol === 'http:';
  const address = hostname.replace(/^\[|\]$/g, '');
  const isAllowed = isIP(address) === 0 || policy.allowsAddress(address);
  if (!isWeb || username || password || !policy.allowsPort(port) || !isAllowed)
    throw new NotFoundError('the image has a URL that is not allowed');
}

function send(target: URL, policy: AddressPolicy, signal: AbortSignal): Promise<IncomingMessage> {
  const options: RequestOptions = {
    // Without an agent, no connection is shared with requests of other names.
    agent: false,
    headers: { accept: 'image/webp, image/png, image/jpeg, image/gif', 'user-agent': 'jetscope' },
    lookup: checkedLookup(policy),
    signal,
  };
  return new Promise((resolve, reject) => {
    const request =
      target.protocol === 'https:' ? requestHttps(target, options) : requestHttp(target, options);
    request.on('response', resolve);
    request.on('error', () => reject(new NotFoundError('the image cannot be loaded')));
    request.end();
  });
}

async function readImage(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response) {
      size += chunk.length;
      if (size > MAX_BYTES) break;
      chunks.push(chunk);
    }
  } catch {
    throw new NotFoundError('the image is incomplete');
  }
  if (size > MAX_BYTES) throw new NotFoundError('the image is too large');
  return Buffer.concat(chunks);
}
