import { expect, test } from 'vitest';
import { deviceOf, wideDevice } from './device.ts';

const phoneAgent = 'Mozilla/5.0 (Linux; Android 14) Mobile';

function deviceWith(cookie: string, agent = '') {
  return deviceOf({ headers: { cookie, 'user-agent': agent } });
}

test('a device is that of the cookie, among others', () => {
  expect(deviceWith('a=1; jetscope-device=narrow-coarse; b=2', phoneAgent)).toEqual({
    id: 'narrow-coarse',
    window: 'narrow',
    pointer: 'coarse',
    settings: {},
  });
});

test('its settings are the texts that the device stores', () => {
  const settings = { currency: '{"currency":"eur"}', table: "it's (not) JSON" };
  const encoded = encodeURIComponent(JSON.stringify(settings));
  expect(deviceWith(`jetscope-device=wide-fine.${encoded}`)).toMatchObject({ window: 'wide', settings });
});

test.each([
  '',
  'jetscope-device=',
  'jetscope-device=wide',
  'jetscope-device=huge-fine',
  'jetscope-device=wide-fine.',
  'jetscope-device=wide-fine.%7B',
  'jetscope-device=wide-fine.%E0%A4%A',
  'jetscope-device=wide-fine.%5B%22a%22%5D',
  'jetscope-device=wide-fine.null',
  'jetscope-device=wide-fine" onload="x',
  `jetscope-device=wide-fine.%22${'a'.repeat(2_000)}%22`,
  'other-jetscope-device=narrow-fine',
])('without a valid cookie (%s), it is the default one', (cookie) => {
  expect(deviceWith(cookie)).toBe(wideDevice);
  expect(deviceWith(cookie, phoneAgent)).toMatchObject({ id: 'phone-coarse', window: 'phone' });
});

test('a client hint decides what the name of the browser does not say', () => {
  const headers = { 'sec-ch-ua-mobile': '?0', 'user-agent': phoneAgent };
  expect(deviceOf({ headers })).toBe(wideDevice);
  expect(deviceOf({ headers: { 'sec-ch-ua-mobile': '?1' } })).toMatchObject({ window: 'phone' });
});

test('settings that are no texts are left out', () => {
  const encoded = encodeURIComponent('{"table":1,"filters":"{}"}');
  const { settings } = deviceWith(`jetscope-device=wide-fine.${encoded}`);
  expect(settings.table).toBeUndefined();
  expect(settings.filters).toBe('{}');
});
