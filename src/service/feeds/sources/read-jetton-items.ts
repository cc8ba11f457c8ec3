import type { RawAddress } from '#contract/address.ts';
import type { InvalidEvent, SourceData } from '#service/feeds/client/source.ts';
import type { JettonFacts } from '#service/market/batch.ts';
import { type Fields, toFields } from '#service/validation/fields.ts';
import { LenientReader } from './lenient-reader.ts';
import { readEvents } from './read-events.ts';

/**
 * Reads descriptions of jettons that were requested. Those with invalid facts are returned without these facts, and
 * as invalid with the reason of the first one.
 */
export function readJettonItems(
  items: readonly unknown[],
  requested: readonly RawAddress[],
  read: (fields: Fields, facts: LenientReader) => JettonFacts,
): Required<Pick<SourceData, 'jettons' | 'invalid'>> {
  const jettons = new Map<RawAddress, JettonFacts>();
  const partlyInvalid: InvalidEvent[] = [];
  const readItem = (item: unknown) => {
    const facts = new LenientReader();
    const jetton = read(toFields(item), facts);
    return { item, jetton, reason: facts.reason };
  };
  const { events, invalid } = readEvents(items, readItem);
  for (const { item, jetton, reason } of events) {
    if (!requested.includes(jetton.address)) continue;
    jettons.set(jetton.address, jetton);
    if (reason !== undefined) partlyInvalid.push({ key: `jetton ${jetton.address}`, reason, event: item });
  }
  return { jettons: [...jettons.values()], invalid: [...invalid, ...partlyInvalid] };
}
