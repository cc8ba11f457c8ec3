import { toUserFriendly } from '#contract/address.ts';
import { fiatCurrencies, verificationStatuses } from '#contract/enums.ts';
import type { JettonPlan } from './market-plan.ts';
import type { Random } from './random.ts';

const DAY_MS = 86_400_000;

/** Returns the value with probability `share`, otherwise undefined. */
function sometimes<Value>(random: Random, share: number, value: () => Value): Value | undefined {
  return random.chance(share) ? value() : undefined;
}

function integer(random: Random, digits: number): string {
  return Array.from({ length: digits }, (_, index) => random.whole(index === 0 ? 1 : 0, 9)).join('');
}

export function jettonFacts(
  random: Random,
  { name }: JettonPlan,
  address: string,
  decimals: number,
  clock: Date,
  admins: readonly string[],
) {
  const past = (days: number) => new Date(clock.getTime() - days * DAY_MS).toISOString();
  const holdersCount = sometimes(random, 0.7, () => random.pick([0, 5, 5, 1_234_567_890_123]));
  const trustScore = sometimes(random, 0.4, () => random.whole(0, 100));
  return {
    address: random.chance(0.3) ? toUserFriendly(address) : address,
    name: `The ${name}`,
    symbol: name.toUpperCase().replaceAll(' ', ''),
    decimals: decimals === 9 ? undefined : random.pick<number | string>([decimals, String(decimals)]),
    description: sometimes(random, 0.5, () => `A jetton named ${name}`),
    image: sometimes(random, 0.5, () => `https://pictures.example/${encodeURIComponent(name)}.png`),
    websites: sometimes(random, 0.5, () => ['https://site.example/']),
    social: sometimes(random, 0.5, () => ['https://t.me/example', 'https://x.com/example']),
    admin: sometimes(random, 0.6, () => random.pick(admins)),
    offchainAdmin: sometimes(random, 0.3, () => random.pick(admins)),
    totalSupply: sometimes(random, 0.8, () => integer(random, random.whole(1, 32))),
    circulatingSupply: sometimes(random, 0.6, () => integer(random, random.whole(1, 32))),
    mintable: sometimes(random, 0.8, () => random.chance(0.5)),
    modifiedContract: sometimes(random, 0.8, () => random.chance(0.2)),
    verification: sometimes(random, 0.8, () => random.pick(verificationStatuses)),
    createdAt: sometimes(random, 0.8, () => past(random.pick([100, 100, 365, random.whole(71, 900)]))),
    holdersCount: holdersCount === undefined ? undefined : String(holdersCount),
    holdersChangedAt: holdersCount === undefined ? undefined : past(random.whole(0, 30)),
    trustScore,
    trustScoreUpdatedAt: trustScore === undefined ? undefined : past(random.whole(0, 30)),
  };
}

/** Returns rates on some dates around the clock. `lkr` starts late, `ton` starts at `tonSince`. */
export function fxRows(random: Random, clock: Date, tonSince: number): Record<string, string>[] {
  const rows: Record<string, string>[] = [];
  for (let age = 75; age >= -3; age -= random.whole(1, 6)) {
    const time = clock.getTime() - age * DAY_MS;
    const rates = fiatCurrencies.map((code) => {
      const unknown = code === 'lkr' ? age > 9 : rows.length > 0 && random.chance(0.05);
      return [code, unknown ? '' : random.magnitude(0.3, 5e4).toFixed(8)];
    });
    const ton = time < tonSince || random.chance(0.2) ? '' : random.magnitude(0.2, 0.5).toFixed(8);
    const date = new Date(time).toISOString().slice(0, 10);
    rows.push({ date, ton, ...Object.fromEntries(rates), usd: '1' });
  }
  return rows;
}
