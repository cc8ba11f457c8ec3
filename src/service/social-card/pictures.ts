import type { CardWords } from './card-words.ts';

export type DrawCard = (words: CardWords) => Promise<Buffer>;

/** Some 80 kB each. */
const MOST_KEPT = 200;

/**
 * Draws what says the same once, for whoever asks meanwhile or soon after, and one picture at a time: the threads that
 * write them also read files and compress answers.
 */
export function keptPictures(draw: DrawCard, mostKept = MOST_KEPT): DrawCard {
  const kept = new Map<string, Promise<Buffer>>();
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = (words: CardWords) => {
    const picture = last.then(() => draw(words));
    last = picture.catch(() => undefined);
    return picture;
  };
  return (words) => {
    const key = JSON.stringify(words);
    const picture = kept.get(key) ?? inTurn(words);
    // A Map keeps the order of insertion: the first is the one that was asked for longest ago.
    kept.delete(key);
    kept.set(key, picture);
    if (kept.size > mostKept) for (const oldest of [...kept.keys()].slice(0, 1)) kept.delete(oldest);
    picture.catch(() => kept.delete(key));
    return picture;
  };
}
