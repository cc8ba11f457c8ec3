import { mix, type Random } from '#demo/random.ts';

// Ranges of trader IDs. A few bots trade everywhere, whales in many markets, retail traders in some.
const FIRST_BOT = 1;
const BOTS = 60;
const FIRST_WHALE = 100;
const WHALES = 400;
const FIRST_RETAIL_TRADER = 1000;
const RETAIL_TRADERS = 240_000;

/** The traders of one pool. */
export class TraderPopulation {
  private readonly owner: number;
  private readonly size: number;
  private readonly random: Random;

  /** `swaps` is the number of retail swaps over the window. */
  constructor(random: Random, owner: number, swaps: number) {
    this.random = random;
    this.owner = owner;
    this.size = Math.max(4, swaps * 0.45);
  }

  /** A few retail traders trade often, most rarely. */
  retailTrader(): number {
    const index = Math.floor(this.random.next() ** 1.7 * this.size);
    return FIRST_RETAIL_TRADER + (mix(this.owner * 100_003 + index) % RETAIL_TRADERS);
  }

  whale(): number {
    return FIRST_WHALE + (mix(this.owner * 31 + this.random.integer(0, 11)) % WHALES);
  }

  bot(): number {
    return FIRST_BOT + (mix(this.owner * 17 + this.random.integer(0, 3)) % BOTS);
  }

  /** Returns one of two accounts that trade with each other. */
  washTrader(turn: number): number {
    return FIRST_RETAIL_TRADER + RETAIL_TRADERS + this.owner * 2 + (turn & 1);
  }
}
