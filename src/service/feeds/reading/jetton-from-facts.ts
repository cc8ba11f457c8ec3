import type { JettonFacts, JettonRecord } from '#service/market/batch.ts';

/** Returns the record of a new jetton with these facts, or undefined without decimals, which are never guessed. */
export function newJetton({ decimals, ...facts }: JettonFacts): JettonRecord | undefined {
  if (decimals === undefined) return undefined;
  const { name = '', symbol = '', links = [], verification = 'JVS_NONE' } = facts;
  return { ...facts, name, symbol, links, verification, decimals };
}
