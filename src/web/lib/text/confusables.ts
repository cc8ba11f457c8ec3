/*
 * Letters that look like Latin ones, by what they look like; a selection of Unicode's confusables (UTS #39) for the
 * scripts that names of jettons borrow from. Accents, full width and mathematical alphabets fall to NFKD before.
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

const looks = new Map(
  Object.entries(CONFUSABLES).flatMap(([letter, all]) => [...all].map((like) => [like, letter])),
);

const UNREAD = /[^\p{L}\p{N}]/gu;

/** What a text looks like, as far as letters and digits go. */
export function skeleton(text: string): string {
  const letters = [...text.normalize('NFKD')].map((letter) => looks.get(letter) ?? letter);
  return letters.join('').replace(UNREAD, '').replaceAll('rn', 'm').replaceAll('vv', 'w');
}

const SCRIPTS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u];
const WORDS = /[\p{L}\p{M}\p{N}]+/gu;

/** Whether a word of the text is written in letters of several alphabets that look alike. */
export function mixesScripts(text: string): boolean {
  const words = text.normalize('NFKC').match(WORDS) ?? [];
  return words.some((word) => SCRIPTS.filter((script) => script.test(word)).length > 1);
}
