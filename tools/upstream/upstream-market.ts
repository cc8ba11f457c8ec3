import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { parseAddress, type RawAddress, TON_ADDRESS } from '#contract/address.ts';
import { type DatasetFiles, withDatasetFolder } from '#testing/datasets/dataset-folder.ts';
import type { Dataset, Jetton } from '#testing/oracle/dataset.ts';
import { readDataset } from '#testing/oracle/read-dataset.ts';

export interface UpstreamJetton extends Jetton {
  readonly mintable?: boolean | undefined;
  readonly image?: string | undefined;
  readonly description?: string | undefined;
  readonly websites?: readonly string[] | undefined;
  readonly social?: readonly string[] | undefined;
}

/** What the simulator serves: a dataset with the texts and links of its jettons. */
export interface UpstreamMarket extends Omit<Dataset, 'jettons'> {
  readonly jettons: ReadonlyMap<RawAddress, UpstreamJetton>;
}

const optionalText = z.string().min(1).optional().catch(undefined);
const optionalTexts = z.array(z.string()).optional().catch(undefined);
const jettonTexts = z.array(
  z.object({
    address: z.string(),
    mintable: z.boolean().optional().catch(undefined),
    image: optionalText,
    description: optionalText,
    websites: optionalTexts,
    social: optionalTexts,
  }),
);

/** Reads a dataset folder. Throws if a file is invalid. */
export function readUpstreamMarket(folder: string): UpstreamMarket {
  const dataset = readDataset(folder);
  const texts = jettonTexts.parse(JSON.parse(readFileSync(join(folder, 'jettons.json'), 'utf8')));
  const textsByAddress = new Map(texts.map(({ address, ...rest }) => [parseAddress(address), rest]));
  const jettons = Array.from(
    dataset.jettons.values(),
    (jetton) => [jetton.address, { ...jetton, ...textsByAddress.get(jetton.address) }] as const,
  );
  return { ...dataset, jettons: new Map(jettons) };
}

/** Returns what the simulator serves for generated files. */
export function upstreamMarketOf(files: DatasetFiles): Promise<UpstreamMarket> {
  return withDatasetFolder(files, readUpstreamMarket);
}

const TON_DECIMALS = 9;

/** Returns the decimals of TON or a jetton. Throws for jettons that the market does not contain. */
export function decimalsOf({ jettons }: UpstreamMarket, asset: RawAddress): number {
  if (asset === TON_ADDRESS) return TON_DECIMALS;
  const jetton = jettons.get(asset);
  if (!jetton) throw new RangeError(`The market has pools of ${asset}, but jettons.json does not contain it`);
  return jetton.decimals;
}
