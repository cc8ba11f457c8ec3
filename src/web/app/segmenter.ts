/** A character with its marks, a flag, or emoji that are joined. */
const CHARACTER = /\p{RI}{2}|\P{M}(?:[\p{M}\p{EMod}\u200d]|(?<=\u200d).)*|\p{M}+/gsu;

/** Replaces `Intl.Segmenter` in Firefox before 125, for the characters that a reader sees. */
class CharacterSegmenter {
  segment(text: string) {
    return [...text.normalize().matchAll(CHARACTER)].map(([segment]) => ({ segment }));
  }
}

if (!('Segmenter' in Intl)) Object.assign(Intl, { Segmenter: CharacterSegmenter });
