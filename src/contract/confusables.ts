/*
 * Characters that look like Latin letters, by that letter. A selection of Unicode's confusables (UTS #39) for scripts that
 * jetton names use. NFKD normalization handles accents, full-width and mathematical letters.
 */
export const CONFUSABLES: Readonly<Record<string, string>> = {
  A: 'АΑ₳Ꭺᴀ',
  a: 'аαɑ@',
  B: 'ВΒ₿Ᏼʙ8',
  b: 'ЬьƄ',
  C: 'С₵Ꮯᴄ¢',
  c: 'с',
  D: 'ÐĐᎠᴅ',
  d: 'ԁđ',
  E: 'ЕΕ€Ɛᴇ',
  e: 'еєҽ',
  F: 'Ϝꜰ₣',
  f: 'ƒ',
  G: 'ԌɢᏀ₲',
  g: 'ɡց',
  H: 'НΗʜнᎻ',
  h: 'һհ',
  i: 'іıιɩɪ',
  J: 'ЈᎫᴊ',
  j: 'јϳ',
  K: 'КΚᴋкκ₭',
  L: 'Ꮮʟ£Ł',
  M: 'МΜϺᴍм',
  N: 'ΝɴИи₦',
  n: 'ոηп',
  o: 'O0ОоΟοՕօØøᴏ',
  P: 'РΡᴘ₱',
  p: 'рρ',
  Q: 'Ԛ',
  q: 'ԛ',
  R: 'ʀᎡЯя',
  r: 'гᴦ',
  S: 'ЅՏꜱ$5',
  s: 'ѕ',
  T: 'ТΤᴛ₮тτ',
  U: 'Սᴜ',
  u: 'υսц',
  V: 'Ѵᴠ',
  v: 'ѵν',
  W: 'Ԝᴡ₩',
  w: 'ԝωшѡ',
  X: 'ХΧ',
  x: 'хχ×',
  Y: 'ҮΥ¥ʏ',
  y: 'уγү',
  Z: 'Ζᴢ',
  l: '1I|ІΙӀ',
};

const letterOf = new Map(
  Object.entries(CONFUSABLES).flatMap(([letter, all]) => [...all].map((confusable) => [confusable, letter])),
);

/** Returns the Latin letter that a character looks like; undefined if it does not look like another one. */
export function latinLookAlike(character: string): string | undefined {
  return letterOf.get(character);
}

const IGNORED = /[^\p{L}\p{N}]/gu;

/** Returns the skeleton of a text (UTS #39). Texts that look alike have the same skeleton. Ignores all but letters and digits. */
export function skeleton(text: string): string {
  const letters = [...text.normalize('NFKD')].map((letter) => latinLookAlike(letter) ?? letter);
  return letters.join('').replace(IGNORED, '').replaceAll('rn', 'm').replaceAll('vv', 'w');
}
