import type { Known, Meaning, Turn } from './meaning.ts';

/** What a text means to a customer's own bank. Pure, deterministic; never throws. */
export function understand(_text: string, _known: Known, _before: readonly Turn[]): Meaning {
  return {
    kind: 'beyond',
    reason: 'not_understood',
    about: null,
    words: 'I did not understand that.',
    choices: [],
  };
}
