import type { CustomerContext } from '../intent.ts';
import { getStrongest } from './matched-spans.ts';
import type { Item } from './parsed-message.ts';
import { parseMessage } from './parsed-message.ts';

/** The slots of known questions. */
export type SlotName =
  | ('account' | 'card' | 'debt' | 'category' | 'merchant' | 'payment' | 'goal' | 'contact')
  | ('time' | 'amount' | 'percent' | 'frequency' | 'duration' | 'currency');

export const SLOT = /\{(\w+)(\?)?\}/g;

/** A customer without data, so that the words of a known question aren't read as names. */
export const NOBODY: CustomerContext = {
  today: '2026-01-01',
  timeZone: 'UTC',
  baseCurrency: 'USD',
  accounts: [],
  cards: [],
  loans: [],
  mortgages: [],
  scheduledPayments: [],
  autoDeposits: [],
  contacts: [],
  merchants: [],
  tags: [],
  categories: [],
  budgets: [],
  goals: [],
};

/** The word that stands for a slot while a phrasing is parsed. */
const toSlotWord = (name: string) => `xslot${name}x`;
const SLOT_WORD = /^xslot(\w+)x$/;

export const getStem = (word: string) =>
  word.length < 5 ? word : word.replace(/(?:ies)$/, 'y').replace(/(?:ing|ed|es|s|ly|e)$/, '');

/** Returns the features of a phrasing with slots in braces. */
export const getPhrasingFeatures = (phrasing: string): string[] =>
  getFeatures(
    parseMessage(phrasing.replace(SLOT, (_, name: string) => ` ${toSlotWord(name)} `), NOBODY, {
      isTyped: false,
    }).items,
  );

/** Returns the words of a message, with slots in place of values. A value that fits several slots has several names. */
function getTerms(items: readonly Item[]): string[][] {
  return items.flatMap((item): string[][] => {
    switch (item.is) {
      case 'name': {
        const kinds = new Set<string>(
          (item.refs.length > 0 ? getStrongest(item.refs) : []).map(({ is }) =>
            is === 'loan' || is === 'mortgage' ? 'debt' : is,
          ),
        );
        const generic = item.generic
          ? [item.generic === 'loan' || item.generic === 'mortgage' ? 'debt' : item.generic === 'card' ? 'card' : 'account']
          : [];
        const slots = [...new Set([...kinds, ...generic])].map((kind) => `{${kind}}`);
        return [[...slots, ...(item.generic ? item.words.map(getStem) : [])]];
      }
      case 'amount':
      case 'percent':
      case 'share':
      case 'duration':
      case 'time':
      case 'currency':
      case 'email':
        return [[`{${item.is}}`]];
      case 'frequency':
        return [['{frequency}', `every:${item.frequency}`]];
      default:
        return item.words.map((word) => {
          const [, slot] = SLOT_WORD.exec(word) ?? [];
          return [slot ? `{${slot}}` : getStem(word)];
        });
    }
  });
}

/** Returns the features of a message: its words, pairs of words, concepts, and the beginnings of long words. */
export function getFeatures(items: readonly Item[]): string[] {
  const terms = getTerms(items);
  const features: string[] = [];
  for (const [at, names] of terms.entries()) {
    for (const name of names) features.push(name);
    const [first] = names;
    const next = terms[at + 1]?.[0] ?? '$';
    features.push(`${first}_${next}`);
    if (at === 0) features.push(`^_${first}`);
    if (first && !first.startsWith('{') && first.length > 5) features.push(`~${first.slice(0, 5)}`);
  }
  for (const item of items) if (item.is === 'concept') features.push(`c:${item.concept}`);
  return [...new Set(features)];
}
