import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** What servers that others have named may be connected to. */
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

/** Resolves names as `lookup` does, and fails if one of the addresses is not allowed. */
export function checkedLookup(policy: AddressPolicy): LookupFunction {
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
