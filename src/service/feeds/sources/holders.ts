import { parseAddress, type RawAddress, toUserFriendly } from '#contract/address.ts';
import { type HolderKind, MAX_HOLDERS } from '#contract/holders.ts';
import type { HolderSource, InvalidEvent, SourceClient } from '#service/feeds/client/source.ts';
import type { HolderRecord } from '#service/market/batch.ts';
import { type Fields, toFields } from '#service/validation/fields.ts';
import { readAddress, readInteger } from '#service/validation/values.ts';
import { CHECKED_JETTON } from './jetton-facts.ts';
import { ifFound, readEvents, readResponse } from './read-response.ts';

type Fetch = HolderSource['fetchHolders'];

/** Reads the largest holders from TonAPI. */
export function createTonapiHolders(client: SourceClient): HolderSource {
  const fetchHolders: Fetch = async (token, { withSupply, signal }) => {
    const path = `/v2/jettons/${token}/holders`;
    const query = [['limit', String(MAX_HOLDERS)]] as const;
    const response = await ifFound(client.request(path, { query, signal }));
    if (response === undefined) return undefined;
    const items = readResponse(path, () => toFields(response).array('addresses') ?? []);
    if (items.length === 0) return undefined;
    const holders = await readHolders(items, readAccount);
    if (!withSupply) return holders;
    const bulk = '/v2/jettons/_bulk';
    const described = await client.request(bulk, { body: { account_ids: [token] }, signal });
    const supply = readResponse(bulk, () => readSupply(toFields(described).requiredArray('jettons')));
    return { ...holders, supply };
  };
  return { fetchHolders, check: (signal) => checkHolders('TonAPI', fetchHolders, signal) };
}

function readAccount(fields: Fields): HolderRecord {
  const owner = fields.requiredObject('owner');
  const name = owner.text('name');
  return {
    owner: owner.required('address', readAddress),
    balance: fields.required('balance', readInteger),
    kind: kindOfName(name) ?? (owner.boolean('is_wallet') === true ? 'wallet' : 'contract'),
    name,
  };
}

/** TonAPI does not state what a contract is for, but names those of exchanges. */
function kindOfName(name = ''): HolderKind | undefined {
  if (/^(ston\.?fi|dedust)\b/i.test(name)) return 'pool';
  return /\block(er|ed|up)?\b/i.test(name) ? 'locker' : undefined;
}

/** Reads the largest holders from TON Center. */
export function createToncenterHolders(client: SourceClient): HolderSource {
  const fetchHolders: Fetch = async (token, { withSupply, signal }) => {
    const path = '/api/v3/jetton/wallets';
    const query = [
      ['jetton_address', toUserFriendly(token)],
      ['exclude_zero_balance', 'true'],
      ['sort', 'desc'],
      ['limit', String(MAX_HOLDERS)],
    ] as const;
    const response = await ifFound(client.request(path, { query, signal }));
    if (response === undefined) return undefined;
    const { items, book } = readResponse(path, () => {
      const fields = toFields(response);
      return { items: fields.requiredArray('jetton_wallets'), book: readBook(fields) };
    });
    if (items.length === 0) return undefined;
    const holders = await readHolders(items, (fields) => readWallet(fields, book));
    if (!withSupply) return holders;
    const masters = '/api/v3/jetton/masters';
    const described = await client.request(masters, {
      query: [
        ['address', toUserFriendly(token)],
        ['limit', '1'],
      ],
      signal,
    });
    const supply = readResponse(masters, () =>
      readSupply(toFields(described).requiredArray('jetton_masters')),
    );
    return { ...holders, supply };
  };
  return { fetchHolders, check: (signal) => checkHolders('TON Center', fetchHolders, signal) };
}

/** Interfaces of the contracts in a response, by address. */
function readBook(response: Fields): ReadonlyMap<RawAddress, readonly unknown[]> {
  const entries = response.object('address_book')?.entries() ?? [];
  return new Map(
    entries.flatMap(([text, value]) => {
      const address = parseAddress(text);
      const isRow = typeof value === 'object' && value !== null;
      return address !== undefined && isRow ? [[address, toFields(value).array('interfaces') ?? []]] : [];
    }),
  );
}

function readWallet(fields: Fields, book: ReadonlyMap<RawAddress, readonly unknown[]>): HolderRecord {
  const owner = fields.required('owner', readAddress);
  return {
    owner,
    balance: fields.required('balance', readInteger),
    kind: kindOfInterfaces(book.get(owner) ?? []),
  };
}

/** What interfaces of contracts that the indexer recognizes say. Without one, it is unknown. */
function kindOfInterfaces(interfaces: readonly unknown[]): HolderKind | undefined {
  const has = (pattern: RegExp) => interfaces.some((name) => typeof name === 'string' && pattern.test(name));
  if (has(/^(stonfi_(router|pool|vault)|dedust_(vault|pool))/)) return 'pool';
  if (has(/locker/)) return 'locker';
  if (has(/^wallet/)) return 'wallet';
  return interfaces.length > 0 ? 'contract' : undefined;
}

async function readHolders(
  items: readonly unknown[],
  read: (fields: Fields) => HolderRecord,
): Promise<{ readonly holders: HolderRecord[]; readonly invalid: readonly InvalidEvent[] }> {
  const { events, invalid } = await readEvents(items, (item) => read(toFields(item)));
  return { holders: events, invalid };
}

function readSupply([item]: readonly unknown[]): string | undefined {
  return item === undefined ? undefined : toFields(item).optional('total_supply', readInteger);
}

async function checkHolders(name: string, fetchHolders: Fetch, signal: AbortSignal): Promise<string> {
  const found = await fetchHolders(CHECKED_JETTON, { withSupply: false, signal });
  const problem = found?.invalid[0] === undefined ? '' : `, invalid: ${found.invalid[0].reason}`;
  return `${name}: ${found?.holders.length ?? 0} holders of Tether USD${problem}`;
}
