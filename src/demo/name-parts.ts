type List<Item> = readonly [Item, ...Item[]];

function splitWords(text: string): List<string> {
  const [first = '', ...others] = text.trim().split(/\s+/);
  return [first, ...others];
}

export const adjectives = splitWords(`
  Amber Arctic Autumn Brave Bright Calm Cedar Cobalt Copper Coral Crimson Dapper Desert Distant Dusty Eager Emerald
  Feral Foggy Gentle Gilded Golden Grand Hidden Honest Humble Idle Indigo Iron Ivory Jolly Lazy Little Lucky Lunar
  Marble Mellow Merry Midnight Misty Neon Noble Northern Opal Patient Polar Polite Proud Quiet Rapid Restless Rusty
  Salty Sapphire Scarlet Secret Silent Silver Sleepy Smoky Solar Southern Spicy Stormy Sunny Swift Tidal Tiny Velvet
  Violet Wandering Wild Winter Wise Wooden`);

export const creatures = splitWords(`
  Badger Beetle Bison Camel Carp Crab Crow Donkey Elk Falcon Ferret Gecko Goose Hare Hedgehog Heron Ibex Jackal Koala
  Lemur Lobster Lynx Magpie Marmot Mole Moose Moth Newt Octopus Otter Owl Pelican Pike Puffin Raven Salmon Stoat Snail
  Squid Squirrel Stork Tapir Toad Turtle Walrus Wombat Yak`);

export const objects = splitWords(`
  Acorn Anvil Atlas Basket Beacon Bellows Biscuit Bridge Bobbin Cabbage Candle Canvas Chimney Compass Cornice Dumpling
  Engine Ferry Fiddle Forge Garden Ginger Hammock Harbor Kettle Lantern Ledger Loom Mango Maple Meadow Meteor Mill
  Mosaic Noodle Orchard Pancake Papaya Pebble Pepper Pickle Pillow Porridge Prism Quarry Radish Saddle Signal Slipper
  Spindle Summit Teapot Thimble Turret Trumpet Turnip Umbrella Waffle Wagon Willow`);

export const businesses = splitWords(`
  Arena Bank Capital Card Chain Club Compute Credit Delivery Energy Exchange Farm Finance Games Guild Insurance Labs
  Lending Market Mining Music Network Pay Post Protocol Storage Studio Tickets Travel Vault`);

export const endings = splitWords(
  'Army Boss Brothers Coin Cult Fever Kingdom Mania Parade Party Season Token Tribe',
);

export interface JettonNames {
  readonly name: string;
  readonly symbol: string;
}

/** Parses `name:symbol | name:symbol`. Every other space belongs to the names. */
function parseNames(...lines: string[]): List<JettonNames> {
  const [first = { name: '', symbol: '' }, ...others] = lines.flatMap((line) =>
    line.split(' | ').map((item) => {
      const [name = '', symbol = ''] = item.split(':');
      return { name, symbol };
    }),
  );
  return [first, ...others];
}

/** Names of the most liquid jettons. */
export const majorNames = parseNames(
  'Granary:GRNY | Ferrymen:FERRY | Kestrel Exchange:KSTR | Longhouse Games:LONGH | Beacon Pay:BCNP',
  'Porridge:PRRDG | Halfpenny Network:HALFP | Mossback:MSBK | Seven Bridges:SVNB | Clockwork Arena:CLKW',
  'Juniper Storage:JNPR | Pelican Post:PELI | Tinderbox Labs:TNDR | Saffron Guild:SFRN',
);

/** Names in other scripts, with accents, with emoji, very long and very short ones. */
export const unusualNames = parseNames(
  'Тихий Ёж:ЁЖ | Бабушкин сад:САД | Пельмень:ПЕЛЬМЕНЬ | Морской кот:МОРКОТ | Снежный чайник:ЧАЙНИК',
  'Гречка с маслом:ГРЕЧКА | Ленивый лось:ЛОСЬ | Полярная сова:СОВА | 月光猫:月猫 | 竹林茶馆:竹茶 | 小鱼干:鱼干',
  'おにぎり坂:ONIGIRI | さくら丸:SAKU | 달토끼 섬:달토끼 | قمر الصحراء:قمر | ירח כחול:ירח | चाय की दुकान:CHAI',
  'Crème Brûlée:CRÈME | Straße nach Süden:STRAẞE | Żubr i Spółka:ŻUBR | Ilık Çay:ÇAY | Όμορφη Μέρα:ΜΈΡΑ',
  '🦊 Fox Parade:FOXP | Moon 🌕 Bakery:🌕 | 🐸🐸🐸:FROGS | 👩‍🚀 Orbit Family 👨‍👩‍👧:ORBFAM',
  'The Honourable Society of Very Patient Snails Who Have Never Sold Anything:SNAILSOCIETY | Q:Q | No. 9:9',
  '  spaces  everywhere : SPC | lowercase only:lower | <b>Bold & "Quoted"</b>:<B>',
);
