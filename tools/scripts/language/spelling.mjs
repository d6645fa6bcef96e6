import { readFileSync } from 'node:fs';
import { getDefaultBundledSettingsAsync, getDictionary, mergeSettings } from 'cspell-lib';

/** Loads cspell's dictionaries for American English and software, and adds the words in words.txt. */
export async function loadDictionary() {
  const settings = mergeSettings(await getDefaultBundledSettingsAsync(), {});
  settings.language = 'en-US';
  settings.dictionaries = [
    'en_us',
    'softwareTerms',
    'computing-acronyms',
    'typescript',
    'node',
    'html',
    'css',
  ];
  const dictionary = await getDictionary(settings);
  const own = new Set(
    readFileSync(new URL('./words.txt', import.meta.url), 'utf8')
      .split('\n')
      .filter((word) => word !== '' && !word.startsWith('#')),
  );
  return {
    /** @param {string} word */
    has: (word) => own.has(word.toLowerCase()) || dictionary.has(word, { ignoreCase: true }),
  };
}
