import { lookup } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import { request as requestHttp } from 'node:http';
import { type RequestOptions, request as requestHttps } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { NotFoundError } from '#contract/errors.ts';

const MAX_BYTES = 2 * 1024 * 1024;
const MAX_REDIRECTS = 3;
const TIMEOUT_MS = 10_000;

/** What images may be loaded from. */
export interface AddressPolicy {
  allowsAddress(address: string): boolean;
  /** `port` is empty for the default port of the scheme. */
  allowsPort(port: string): boolean;
}

const reservedIpv4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const;
/** Of the global addresses, those that contain IPv4 addresses, or are reserved. */
const reservedIpv6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const;

const reserved = new BlockList();
for (const [network, prefix] of reservedIpv4) reserved.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of reservedIpv6) reserved.addSubnet(network, prefix, 'ipv6');
const globalIpv6 = new BlockList();
globalIpv6.addSubnet('2000::', 3, 'ipv6');

/** Whether an IP address is one of the public internet: not of this machine, a local network or a special purpose. */
function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !reserved.check(address, 'ipv4');
  return isIP(address) === 6 && globalIpv6.check(address, 'ipv6') && !reserved.check(address, 'ipv6');
}

export const publicInternet: AddressPolicy = {
  allowsAddress: isPublicAddress,
  allowsPort: (port) => port === '',
};

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

/** Resolves names as `lookup` does, and fails if one of the addresses is not allowed. */
function checkedLookup(policy: AddressPolicy): LookupFunction {
  return (hostname, { family, hints, all }, callback) => {
    lookup(hostname, { family, hints, all: true }, (error, addresses) => {
      if (error) {
        callback(error, []);
        return;
      }
      const [first] = addresses;
      const isAllowed =
        first !== undefined && addresses.every(({ address }) => policy.allowsAddress(address));
      if (!isAllowed) callback(new Error('address not allowed'), []);
      else if (all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
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
