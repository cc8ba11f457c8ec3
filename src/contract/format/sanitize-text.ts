/*
 * Characters that cannot be seen, or that turn the text around them: controls, soft hyphen, joiners, marks of
 * direction, fillers, tags. Names with them pass for other names. U+FE0F stays: it makes an emoji of its neighbour.
 */
const UNSEEN =
  /[\p{Cc}\p{Cf}]|[\u115F\u1160\u3164\uFFA0]|\u034F|\u17B4|\u17B5|[\u180B-\u180D\u180F]|[\uFE00-\uFE0E\u{E0100}-\u{E01EF}]/gu;
const BLANKS = /[\t\n\v\f\r\p{Z}\u2800]+/gu;
/** More marks than this on one letter draw over the lines above and below. */
const PILED_MARKS = /(\p{M}{4})\p{M}+/gu;
const LONE_SURROGATES = /\p{Cs}/gu;

/** What strangers wrote, as one line of visible text in its written order. */
export function sanitizeText(text: string): string {
  return text
    .replace(LONE_SURROGATES, '\uFFFD')
    .replace(BLANKS, ' ')
    .replace(UNSEEN, '')
    .replace(PILED_MARKS, '$1')
    .replace(BLANKS, ' ')
    .trim();
}
