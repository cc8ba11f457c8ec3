import { expect, test } from 'vitest';
import type { Jetton } from '#contract/jetton.ts';
import { readJetton } from './strangers.ts';

const own = ['http://127.0.0.1:8080'];
const address = '0:906697a57af1cdb1bc39214b7049ae02b3c92a5b0c342ac61e0eb8bd9304b5f1';

function jetton(metadata: Partial<Jetton['metadata']>, rest: Partial<Jetton> = {}): Jetton {
  return {
    metadata: { address, name: 'Name', symbol: 'SYM', decimals: 9, links: [], ...metadata },
    verification: 'JVS_NONE',
    chartPreviews: [],
    ...rest,
  };
}

test('names lose what cannot be seen, and have words where nothing is left', () => {
  const { face } = readJetton(jetton({ name: '\u202Eemas\u202C', symbol: '\u200B\u3164' }), own);
  expect(face).toEqual({
    address,
    userFriendly: 'EQCQZpelevHNsbw5IUtwSa4Cs8kqWww0KsYeDri9kwS18eCz',
    name: 'emas',
    symbol: '?',
    picture: undefined,
  });
});

test('links are followed by where they lead, not by what they are called', () => {
  const links = [
    { name: 'Safe', url: 'javascript:alert(1)', type: 'website' },
    { name: 'tether.to', url: 'https://www.evil.example/claim/', type: 'website' },
    { name: 'chat', url: 'tg://resolve?domain=x', type: 'telegram' },
  ];
  expect(readJetton(jetton({ links }), own).links).toEqual([
    { href: 'https://www.evil.example/claim/', text: 'evil.example/claim' },
    { href: 'tg://resolve?domain=x', text: 'Telegram' },
  ]);
});

test('the picture of the chain goes before the one beside it', () => {
  const offchainImage = 'https://a.example/off.png';
  expect(readJetton(jetton({ offchainImage }), own).face.picture).toBe(offchainImage);
  const image = 'https://a.example/on.png';
  expect(readJetton(jetton({ image, offchainImage }), own).face.picture).toBe(image);
});

test('each theme has its line, where the service draws one', () => {
  const drawn = { url: 'http://127.0.0.1:8080/previews/1-dark.svg', metric: 'price', period: 'week' };
  const chartPreviews = [
    { ...drawn, color: 'dark' },
    { ...drawn, url: 'javascript:alert(1)', color: 'light' },
  ];
  expect(readJetton(jetton({}, { chartPreviews }), own).lines).toEqual({ dark: drawn.url });
});
