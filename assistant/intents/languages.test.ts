import { describe, expect, it } from 'vitest';
import { PHRASINGS } from '../testing/examples.ts';
import { refuseLanguage } from './languages.ts';

describe('a message in another language', () => {
  it.each([
    ['Wie viel Geld habe ich auf meinem Konto?', 'Englisch'],
    ['\u00bfCu\u00e1nto dinero tengo?', 'ingl\u00e9s'],
    ['Combien ai-je d\u00e9pens\u00e9 le mois dernier ?', 'anglais'],
    ['Quanto gastei este m\u00eas?', 'ingl\u00eas'],
    ['Quanto ho speso il mese scorso?', 'inglese'],
  ])('%s gets one sentence in that language', (text, word) => {
    const refusal = refuseLanguage(text);
    expect(refusal?.text).toContain(word);
    expect(refusal?.text.match(/[.!?]/g)).toHaveLength(1);
  });

  it('is never an English one', () => {
    const english = PHRASINGS.filter(({ means }) => means !== 'beyond language');
    expect(english.filter(({ text }) => refuseLanguage(text))).toEqual([]);
  });
});
