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
    ['Hoeveel geld heb ik op mijn rekening?', 'Engels'],
    ['Ile mam na koncie?', 'angielski'],
    ['Hur mycket pengar har jag?', 'engelska'],
    ['Ne kadar param var?', 'İngilizce'],
    ['我的信用卡什么时候还款', '英语'],
    ['残高はいくらですか', '英語'],
    ['내 잔액은 얼마야', '영어'],
    ['сколько денег у меня на счету', 'английский'],
    ['كم لدي من المال', 'الإنجليزية'],
    ['मेरे खाते में कितना पैसा है', 'अंग्रेज़ी'],
    ['πόσα χρήματα έχω', 'αγγλικά'],
    ['כמה כסף יש לי', 'אנגלית'],
  ])('%s gets one sentence in that language', (text, word) => {
    const refusal = refuseLanguage(text);
    expect(refusal?.text).toContain(word);
    expect(refusal?.text.match(/[.!?。।]/g)).toHaveLength(1);
  });

  it('is never an English one', () => {
    const english = PHRASINGS.filter(({ means }) => means !== 'beyond language');
    expect(english.filter(({ text }) => refuseLanguage(text))).toEqual([]);
  });
});
