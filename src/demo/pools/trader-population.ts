import { mix, type Random } from '#demo/random.ts';

/** Numbers of the traders: a few bots trade everywhere, whales in many markets, people in some. */
const FIRST_BOT = 1;
const BOTS = 60;
const FIRST_WHALE = 100;
const WHALES = 400;
const FIRST_PERSON = 1000;
const PEOPLE = 240_000;

/** Who trades one pool. */
export class TraderPopulation {
  private readonly owner: number;
  private readonly people: number;
  private readonly random: Random;

  /** `swaps`: how many swaps of people the crowd makes over the window. */
  constructor(random: Random, owner: number, swaps: number) {
    this.random = random;
    this.owner = owner;
    this.people = Math.max(4, swaps * 0.45);
  }

  /** Some come back often, most hardly ever. */
  retailTrader(): number {
    const place = Math.floor(this.random.next() ** 1.7 * this.people);
    return FIRST_PERSON + (mix(this.owner * 100_003 + place) % PEOPLE);
  }

  whale(): number {
    return FIRST_WHALE + (mix(this.owner * 31 + this.random.integer(0, 11)) % WHALES);
  }

  bot(): number {
    return FIRST_BOT + (mix(this.owner * 17 + this.random.integer(0, 3)) % BOTS);
  }

  /** One of the two accounts that trade with themselves. */
  washTrader(turn: number): number {
    return FIRST_PERSON + PEOPLE + this.owner * 2 + (turn & 1);
  }
}
