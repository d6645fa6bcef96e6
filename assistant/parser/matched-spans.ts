import type { DayNumber } from '../../engine/calendar/calendar.ts';
import { joinNames } from '../../engine/insights/join-names.ts';
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
import { getPeriod, type Tense, type Time } from './days.ts';
import type { NameKind, Ref } from './names.ts';
import type { Item, NameItem, ParsedMessage } from './parsed-message.ts';

/** Matches an intent. Returns null if the message has a different intent, or if the rule has set a reply. */
export type Rule<Result = Question | Action> = (spans: MatchedSpans) => Result | null;

type ItemOf<Kind extends Item['is']> = Extract<Item, { is: Kind }>;

/** A name with its strongest references of the requested kinds. */
export type NameMatch = { item: NameItem; refs: readonly Ref[] };

/** An option for a question: a product or free text. */
type Option = string | Choice | { name: string };

const QUESTION =
  /^\s*(?:(?:please|hey|hi|hello|so|and|ok|okay|can you|could you)[\s,]+)*(?:how|what|whats|when|why|where|which|who|whom|did|do|does|have|has|am|is|are|was|were|list|show|find|search|display|see|will|would|tell|any|give me|compare|summari[sz]e|my last|last|latest)\b|\b(?:sent|transferred|moved|(?<!\b(?:get|gets|am|are|getting) )paid|deposited|saved)\b/i;

/** Returns true if the item is one of the space-separated concepts. */
export const isConcept = (item: Item | undefined, concepts: string): boolean =>
  item?.is === 'concept' && concepts.split(' ').includes(item.concept);

/**
 * Records the parts of a message that a rule has matched. The rule applies only if it matches all of them.
 */
export class MatchedSpans {
  readonly assumed: Assumed[] = [];
  /** The rule's first question or refusal, which replaces its intent. */
  reply: Missing | Beyond | null = null;
  private readonly matched = new Set<Item>();

  constructor(readonly message: ParsedMessage) {}

  get items(): readonly Item[] {
    return this.message.items;
  }

  get text(): string {
    return this.message.text;
  }

  get customer(): CustomerContext {
    return this.message.customer;
  }

  get today(): DayNumber {
    return this.message.today;
  }

  /** True if the message is a question, which never requests an action. */
  get isQuestion(): boolean {
    return QUESTION.test(this.text);
  }

  matches(pattern: RegExp): boolean {
    return pattern.test(this.text);
  }

  /** Returns true if any of the space-separated concepts occurs. */
  has(concepts: string): boolean {
    return this.items.some((item) => isConcept(item, concepts));
  }

  isMatched = (item: Item) => this.matched.has(item);

  matchItem(item: Item): void {
    this.matched.add(item);
  }

  matchAll(): void {
    for (const item of this.items) this.matchItem(item);
  }

  /**
   * Matches the whole message if the rest of it contains only these concepts, words of this spelling, and stop
   * words. Otherwise matches nothing.
   */
  matchOnly(concepts: string, spelling?: RegExp): boolean {
    const isAllowed = (item: Item) =>
      isConcept(item, concepts) ||
      ((item.is === 'word' || item.is === 'concept') && spelling?.test(item.words.join(' ')) === true);
    if (!this.unmatchedItems().every(isAllowed)) return false;
    this.matchAll();
    return true;
  }

  /** Matches words and concepts by their spelling. */
  matchWords(spelling: RegExp): void {
    for (const item of this.items)
      if ((item.is === 'word' || item.is === 'concept') && spelling.test(item.words.join(' ')))
        this.matchItem(item);
  }

  /** Matches all occurrences of the concepts. Returns true if there are any. */
  match(concepts: string): boolean {
    return this.matchFirst(concepts) !== null;
  }

  /** Matches all occurrences of the concepts and returns the first one. */
  matchFirst(concepts: string): string | null {
    const items = this.items.filter((item) => isConcept(item, concepts));
    for (const item of items) this.matchItem(item);
    return items[0]?.is === 'concept' ? items[0].concept : null;
  }

  /** Returns the items of a kind that are not yet matched. */
  unmatched<Kind extends Item['is']>(kind: Kind): ItemOf<Kind>[] {
    return this.items.filter((item): item is ItemOf<Kind> => item.is === kind && !this.isMatched(item));
  }

  /** Matches the next item of a kind. */
  matchKind<Kind extends Item['is']>(kind: Kind): ItemOf<Kind> | null {
    const [next] = this.unmatched(kind);
    if (next) this.matchItem(next);
    return next ?? null;
  }

  matchNames(kinds: readonly NameKind[], fits: (item: NameItem) => boolean = () => true): NameMatch[] {
    return this.unmatched('name').flatMap((item) => {
      const refs = getStrongest(item.refs.filter(({ is }) => kinds.includes(is)));
      if (refs.length === 0 || item.isExcluded || !fits(item)) return [];
      this.matchItem(item);
      return [{ item, refs }];
    });
  }

  /**
   * Returns the meaningful items that are not yet matched. Excludes greetings and thanks, because they can
   * accompany any message.
   */
  unmatchedItems(): Item[] {
    return this.items.filter(
      (item) =>
        !this.isMatched(item) &&
        item.is !== 'stop' &&
        item.is !== 'preposition' &&
        !isConcept(item, 'greeting thanks'),
    );
  }

  /** Returns true if a name can refer to a record of a kind. */
  mentions(kind: NameKind, fits: (item: NameItem) => boolean = () => true): boolean {
    return this.items.some(
      (item) =>
        item.is === 'name' && !item.isExcluded && fits(item) && item.refs.some(({ is }) => is === kind),
    );
  }

  /** Returns true if one of a name's strongest references is a record of a kind. */
  mentionsBest(kind: NameKind): boolean {
    return this.mentions(kind, ({ refs }) => getStrongest(refs).some(({ is }) => is === kind));
  }

  assume(slot: string, text: string): void {
    this.assumed.push({ slot, text });
  }

  /** Tries a rule, and reverts its matches and assumptions if it doesn't apply. */
  attempt<Result>(rule: Rule<Result>): Result | null {
    const [matched, assumptions] = [[...this.matched], this.assumed.length];
    const result = rule(this);
    if (result !== null || this.reply) return result;
    this.matched.clear();
    for (const item of matched) this.matched.add(item);
    this.assumed.length = assumptions;
    return null;
  }

  toPeriod(time: Time, tense: Tense): Period {
    if (time.vague) this.assume('period', time.vague);
    const period = getPeriod(time[tense], this.today);
    return time.text ? { ...period, text: time.text } : period;
  }

  /** Matches a time and returns its period, or null if there is none. */
  matchPeriod(tense: Tense): Period | null {
    const time = this.matchKind('time');
    return time && this.toPeriod(time.time, tense);
  }

  /**
   * Asks for a value, or asks which record a name refers to. If `place` is an item, the chosen option
   * replaces the item. If `place` is a phrase, the option replaces its `*`, and the phrase is appended to the
   * text. If `place` is null, the options are complete messages.
   */
  ask(
    of: Missing['of'],
    slot: string,
    question: string,
    understood: string,
    options: readonly Option[] | { item: Item; refs: readonly Option[] } = [],
    place: Item | string | null = '*',
  ): null {
    if ('item' in options) return this.ask(of, slot, question, understood, options.refs, options.item);
    const { text } = this;
    const complete = (answer: string) => {
      if (place === null) return answer;
      return typeof place === 'string'
        ? `${text.trim().replace(/[.?!\s]+$/, '')} ${place.replace('*', () => answer)}`
        : `${text.slice(0, place.start)}${answer}${text.slice(place.end)}`;
    };
    const choices = options.slice(0, 6).map((option) => {
      if (typeof option === 'string') return { label: option, ask: complete(option) };
      if ('name' in option) return { label: option.name, ask: complete(option.name) };
      return { label: option.label, ask: complete(option.ask) };
    });
    this.reply ??= { kind: 'missing', of, slot, question, understood, choices, text };
    return null;
  }

  /** Asks which product or record a name refers to. */
  askMeaning(of: Missing['of'], slot: string, match: NameMatch, noun = 'one'): null {
    const quoted = `\u201c${match.item.raw}\u201d`;
    const names = joinNames(
      match.refs.map(({ name }) => name),
      'or',
    );
    return this.ask(
      of,
      slot,
      `Which ${noun} do you mean by ${quoted}?`,
      `${quoted} could be ${names}`,
      match,
    );
  }

  refuse(...refusal: Parameters<typeof toRefusal>): null {
    this.reply ??= toRefusal(...refusal);
    return null;
  }
}

export function getStrongest(refs: readonly Ref[]): readonly Ref[] {
  const strongest = Math.max(0, ...refs.map(({ strength }) => strength));
  return refs.filter(({ strength }) => strength === strongest);
}

export const isPlace = (is: NameKind): is is Place['is'] =>
  is === 'account' || is === 'card' || is === 'loan' || is === 'mortgage';

export const toNamed = ({ id, name }: Named): Named => ({ id, name });

export const toAccountPlace = (ref: { id: string } | undefined): Place | null =>
  ref ? { is: 'account', id: ref.id } : null;

export function toRefusal(
  reason: BeyondReason,
  text: string,
  choices: readonly (string | Choice)[] = [],
  about: string | null = null,
): Beyond {
  const toChoice = (choice: string | Choice) =>
    typeof choice === 'string' ? { label: choice, ask: choice } : choice;
  return { kind: 'beyond', reason, about, text, choices: choices.slice(0, 3).map(toChoice) };
}

/** Three general questions to suggest when nothing more specific fits. */
export const USUAL_QUESTIONS: readonly string[] = [
  'How much did I spend last month?',
  'Which payments are coming up?',
  'What can you do?',
];
