import type { FastifyRequest } from 'fastify';

const windows = ['phone', 'narrow', 'medium', 'wide'] as const;
const pointers = ['coarse', 'fine'] as const;

/** What the service knows of the device that a page is rendered for. */
export interface Device {
  /** As `public/rendered-page.js` writes it. Safe in attributes. */
  readonly id: string;
  /** Class of the width of the window. */
  readonly window: (typeof windows)[number];
  readonly pointer: (typeof pointers)[number];
  /** Texts that the device stores, by their keys without `jetscope.`. Untrusted. */
  readonly settings: Readonly<Record<string, string>>;
}

export const wideDevice: Device = { id: 'wide-fine', window: 'wide', pointer: 'fine', settings: {} };
const phone: Device = { id: 'phone-coarse', window: 'phone', pointer: 'coarse', settings: {} };

/** Request headers that identify the device. */
export const DEVICE_HEADERS = 'cookie, sec-ch-ua-mobile, user-agent';

const COOKIE = /(?:^|; *)jetscope-device=([^;]*)/;
const ID = /^([a-z]+)-([a-z]+)(?:\.([\w.!~*'()%-]+))?$/;
const MAX_LENGTH = 2_000;

/** Returns the device in the cookie of a page, or the default one: phones say what they are; tablets get the page of wide windows. */
export function deviceOf({ headers }: Pick<FastifyRequest, 'headers'>): Device {
  const stored = parseDevice(COOKIE.exec(headers.cookie ?? '')?.[1] ?? '');
  if (stored) return stored;
  const hint = headers['sec-ch-ua-mobile'];
  const isPhone = hint === undefined ? /\bMobile\b/.test(headers['user-agent'] ?? '') : hint === '?1';
  return isPhone ? phone : wideDevice;
}

function parseDevice(id: string): Device | undefined {
  const [, width, kind, encoded] = (id.length <= MAX_LENGTH && ID.exec(id)) || [];
  const window = windows.find((name) => name === width);
  const pointer = pointers.find((name) => name === kind);
  const settings = encoded === undefined ? {} : parseSettings(encoded);
  return window && pointer && settings && { id, window, pointer, settings };
}

function parseSettings(encoded: string): Readonly<Record<string, string>> | undefined {
  try {
    const settings: unknown = JSON.parse(decodeURIComponent(encoded));
    if (typeof settings !== 'object' || settings === null || Array.isArray(settings)) return undefined;
    const entries = Object.entries(settings).filter(([, text]) => typeof text === 'string');
    return Object.fromEntries(entries);
  } catch {
    return undefined;
  }
}
