import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { callbackify } from 'node:util';

/** What servers that others have named may be connected to. */
export interface AddressPolicy {
  allowsAddress(address: string): boolean;
  /** `port` is empty for the default port of the scheme. */
  allowsPort(port: string): boolean;
  /** In place of those of this machine. */
  readonly nameServers?: readonly string[];
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
 * Of each request for addresses, in milliseconds; the second and last attempt may take twice as long. Requests that others
 * have caused then end soon after theirs have timed out.
 */
const DNS_TIMEOUT_MS = 2_000;
/** Never requested from name servers (RFC 6761, 6.3). */
const LOCALHOST = /^(?:.+\.)?localhost\.?$/i;

/**
 * Resolves names by DNS, and fails if one of the addresses is not allowed. `lookup` of Node.js would use one of two threads
 * for as long as a name server does not answer, while all other names of this process wait.
 */
export function checkedLookup(policy: AddressPolicy): LookupFunction {
  const resolve = callbackify((hostname: string) => resolveAllowed(hostname, policy));
  return (hostname, { all }, callback) => {
    resolve(hostname, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) callback(error, []);
      else if (all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

/** Rejects if the name has no address, or one that is not allowed. */
async function resolveAllowed(hostname: string, policy: AddressPolicy): Promise<LookupAddress[]> {
  const addresses = await resolveName(hostname, policy.nameServers);
  const isAllowed = addresses.length > 0 && addresses.every(({ address }) => policy.allowsAddress(address));
  if (!isAllowed) throw new Error('address not allowed');
  return addresses;
}

async function resolveName(hostname: string, nameServers?: readonly string[]): Promise<LookupAddress[]> {
  if (LOCALHOST.test(hostname)) return [{ address: '127.0.0.1', family: 4 }];
  // Each reads the name servers of this machine, which may have changed.
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: 2 });
  if (nameServers) resolver.setServers(nameServers);
  const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const addresses = [
    ...(ipv4.status === 'fulfilled' ? ipv4.value : []).map((address) => ({ address, family: 4 })),
    ...(ipv6.status === 'fulfilled' ? ipv6.value : []).map((address) => ({ address, family: 6 })),
  ];
  if (addresses.length === 0 && ipv4.status === 'rejected') throw ipv4.reason;
  return addresses;
}
