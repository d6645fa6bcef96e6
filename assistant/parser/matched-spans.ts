import type { DayNumber } from '../../engine/calendar/calendar.ts';
import type {
  Action,
  Assumed,
  Beyond,
  BeyondReason,
  CustomerContext,
  Missing,
  Named,
  Period,
  Place,
  Question,
} from '../intent.ts';
import type { Choice } from '../parts.ts';
import type { Tense, Time } from './days.ts';
import { getPeriod } from './days.ts';
import type { NameKind, Ref } from './names.ts';
import type { Item, NameItem, ParsedMessage } from './parsed-message.ts';

/** The result of a rule. */
export type Draft = Question | Action | Missing | Beyond;
export type Rule = (spans: MatchedSpans) => Draft | null;

/** A question for a slot of an intent. */
export type Asks = { of: Missing['of']; slot: string; question: string; understood: string };

type Of<Kind extends Item['is']> = Extract<Item, { is: Kind }>;
/** A name with its best matches among the requested kinds. */
export type Picked = { item: NameItem; refs: readonly Ref[] };

const POLITE = new Set(['greeting', 'thanks']);

const QUESTION =
  /^\s*(?:(?:please|hey|hi|hello|so|and|ok|okay|can you|could you)[\s,]+)*(?:how|what|whats|when|why|where|which|who|whom|did|do|does|have|has|am|is|are|was|were|list|show|find|search|display|see|will|would|tell|any|give me|compare|summari[sz]e|my last|last|latest)\b|\b(?:sent|transferred|moved|paid|deposited|saved)\b/i;

const SPLIT = new Map<string, readonly string[]>();

/** Concepts separated by spaces. */
function getLemmas(words: readonly string[]): readonly string[] {
  return words.flatMap((word) => {
    const lemmas = SPLIT.get(word) ?? word.split(' ');
    SPLIT.set(word, lemmas);
    return lemmas;
  });
}

/** The matched spans of one rule. Unmatched words are unexplained. */
export class MatchedSpans {
  readonly assumed: Assumed[] = [];
  private readonly used = new Set<number>();

  constructor(readonly reading: ParsedMessage) {}

  get items(): readonly Item[] {
    return this.reading.items;
  }

  get text(): string {
    return this.reading.text;
  }

  get known(): CustomerContext {
    return this.reading.known;
  }

  get today(): DayNumber {
    return this.reading.today;
  }

  /** True for questions, which request no action. */
  get isQuestion(): boolean {
    return QUESTION.test(this.text);
  }

  take(item: Item): void {
    this.used.add(item.at);
  }

  takeAll(): void {
    for (const item of this.items) this.take(item);
  }

  /** Matches words and concepts that are spelled in a certain way. */
  takeWords(fits: RegExp): void {
    for (const item of this.items)
      if ((item.is === 'word' || item.is === 'lemma') && fits.test(item.words.join(' '))) this.take(item);
  }

  isTaken = (item: Item) => this.used.has(item.at);

  /** Returns true if one of the space-separated concepts occurs, without matching it. */
  has(...words: string[]): boolean {
    const lemmas = getLemmas(words);
    return this.items.some((item) => item.is === 'lemma' && lemmas.includes(item.lemma));
  }

  /** Matches all occurrences of concepts; returns the first, or null. */
  lemma(...words: string[]): Of<'lemma'> | null {
    const lemmas = getLemmas(words);
    let first: Of<'lemma'> | null = null;
    for (const item of this.items)
      if (item.is === 'lemma' && lemmas.includes(item.lemma)) {
        this.take(item);
        first ??= item;
      }
    return first;
  }

  any(...lemmas: string[]): boolean {
    return this.lemma(...lemmas) !== null;
  }

  /** Unmatched items of a kind. */
  of<Kind extends Item['is']>(kind: Kind): Of<Kind>[] {
    return this.items.filter((item): item is Of<Kind> => item.is === kind && !this.isTaken(item));
  }

  /** Matches the first item of a kind. */
  one<Kind extends Item['is']>(kind: Kind): Of<Kind> | null {
    const [first] = this.of(kind);
    if (first) this.take(first);
    return first ?? null;
  }

  /** Matches names of these kinds and returns their best meanings. */
  names(kinds: readonly NameKind[], fits: (item: NameItem) => boolean = () => true): Picked[] {
    return this.of('name').flatMap((item) => {
      const refs = best(item.refs.filter(({ is }) => kinds.includes(is)));
      if (refs.length === 0 || !fits(item)) return [];
      this.take(item);
      return [{ item, refs }];
    });
  }

  /** The remaining words. */
  unexplained(): Item[] {
    return this.items
      .filter((item) => item.is !== 'lemma' || !POLITE.has(item.lemma))
      .filter((item) => !this.isTaken(item) && item.is !== 'stop' && item.is !== 'prep');
  }

  assume(slot: string, words: string): void {
    this.assumed.push({ slot, words });
  }

  /** Tries a parse and undoes its matches and assumptions if it returns nothing. */
  attempt<Result>(trial: (spans: MatchedSpans) => Result | null): Result | null {
    const [used, assumed] = [[...this.used], this.assumed.length];
    const result = trial(this);
    if (result !== null) return result;
    this.used.clear();
    for (const at of used) this.used.add(at);
    this.assumed.length = assumed;
    return null;
  }

  period(time: Time, tense: Tense) {
    if (time.vague) this.assume('period', time.vague);
    const period = getPeriod(time[tense], this.today);
    return time.words ? { ...period, words: time.words } : period;
  }

  /** Matches a time and returns its period; null without one. */
  when(tense: Tense): Period | null {
    const time = this.one('time');
    return time ? this.period(time.time, tense) : null;
  }

  /** Asks for a value. */
  ask(
    of: Missing['of'],
    slot: string,
    question: string,
    understood: string,
    choices: readonly Choice[] = [],
  ): Missing {
    return { kind: 'missing', of, slot, question, understood, choices, text: this.text };
  }

  /** Asks which candidate a name or word refers to. */
  askWhich(asks: Asks, { item, refs }: { item: Item; refs: readonly { name: string }[] }): Missing {
    return { kind: 'missing', ...asks, choices: this.choicesFor(item, refs), text: this.text };
  }

  /** Asks which of several products; the answer is added to the text in place of `*`. */
  askToAdd(asks: Asks, products: readonly { name: string }[], words = '*'): Missing {
    const names = products.map(({ name }) => name);
    return { kind: 'missing', ...asks, choices: this.choicesAdding(names, words), text: this.text };
  }

  /** Returns true if a name may refer to something of a kind, without matching it. */
  mentions(kind: NameKind, fits: (item: NameItem) => boolean = () => true): boolean {
    return this.items.some(
      (item) => item.is === 'name' && fits(item) && item.refs.some(({ is }) => is === kind),
    );
  }

  /** Like `mentions`, for the best match of a name. */
  mentionsBest(...kinds: NameKind[]): boolean {
    return this.items.some(
      (item) => item.is === 'name' && best(item.refs).some(({ is }) => kinds.includes(is)),
    );
  }

  /** Returns choices that replace an ambiguous name with each candidate. */
  choicesFor(item: Pick<Item, 'start' | 'end'>, names: readonly { name: string }[]): Choice[] {
    const { text } = this;
    return names.slice(0, 6).map(({ name }) => ({
      label: name,
      ask: `${text.slice(0, item.start)}${name}${text.slice(item.end)}`,
    }));
  }

  /** Returns choices that append words to the text; `words` may contain the label as `*`. */
  choicesAdding(added: readonly (Choice | string)[], words = '*'): Choice[] {
    const text = this.text.trim().replace(/[.?!\s]+$/, '');
    return added
      .slice(0, 6)
      .map((one) => (typeof one === 'string' ? { label: one, ask: words.replace('*', () => one) } : one))
      .map(({ label, ask }) => ({ label, ask: `${text} ${ask}` }));
  }
}

/** The strongest matches. */
export function best(refs: readonly Ref[]): readonly Ref[] {
  const most = Math.max(0, ...refs.map(({ strength }) => strength));
  return refs.filter(({ strength }) => strength === most);
}

export const getPlace = (ref: { id: string } | undefined): Place | null =>
  ref ? { is: 'account', id: ref.id } : null;

export const named = ({ id, name }: { id: string; name: string }): Named => ({ id, name });

export function beyond(
  reason: BeyondReason,
  words: string,
  choices: readonly Choice[] = [],
  about: string | null = null,
): Beyond {
  return { kind: 'beyond', reason, about, words, choices: choices.slice(0, 3) };
}

export const asked = (ask: string): Choice => ({ label: ask, ask });
