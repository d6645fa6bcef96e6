import type { CreditFacts } from '@engine/credit/facts.ts';
import type { MonthOfMoney } from '@engine/insights/lesson-figures.ts';
import type { Tier } from '@engine/products/rates.ts';
import type { Source } from './lesson-sources';

/** The six topics of the National Standards for Personal Financial Education (CEE and Jump$tart, 2021). */
export type TopicId = 'earning' | 'spending' | 'saving' | 'investing' | 'credit' | 'risk';

/** What lessons are told with: the customer's own household or the example. Amounts in minor units of one currency. */
export type LessonFacts = {
  isExample: boolean;
  currency: string;
  /** Whole months with money in them, the oldest first; at most six. */
  months: readonly MonthOfMoney[];
  /** What was spent in these months by category, the most first. */
  categories: readonly { name: string; spent: number }[];
  /** What leaves by itself, as a month's amount. */
  bills: readonly { name: string; monthly: number }[];
  checking: number;
  savings: number;
  investments: number;
  /** What savings earn today. */
  tiers: readonly Tier[];
  /** Of the card on which most is owed. */
  card: { name: string; balance: number; limit: number; apr: number; minimum: number } | null;
  mortgage: { name: string; balance: number; rate: number; payment: number } | null;
  credit: CreditFacts | null;
};

/** A figure from the ledger: the sentence, and how it was made. */
export type Figure = {
  value: string;
  label: string;
  words: string;
  formula: string;
  inputs: { name: string; value: string }[];
};

export type ToolAnswer = {
  words: string;
  /** Amounts beside each other; `share` is the length of the bar, 0 to 1. */
  bars: { label: string; value: string; share: number }[];
};

/** Something to move and see what follows. */
export type Tool = {
  label: string;
  from: number;
  to: number;
  step: number;
  start: number;
  write: (value: number) => string;
  answer: (value: number) => ToolAnswer;
};

export type Question = {
  ask: string;
  choices: readonly string[];
  /** Which of the choices is right. */
  right: number;
  why: string;
};

/** A stretch of text; `[words](term)` leads to the glossary. */
type Text = { heading?: string; text: readonly string[] };

export type Lesson = {
  id: string;
  topic: TopicId;
  title: string;
  /** What it answers, in a sentence. */
  summary: string;
  /** Whether the facts hold what its figures are made of; without it the example household stands in. */
  needs: (facts: LessonFacts) => boolean;
  /** Text, and where the figure and the tool stand in it. */
  parts: readonly (Text | 'figure' | 'tool')[];
  figure: (facts: LessonFacts) => Figure;
  tool: (facts: LessonFacts) => Tool;
  next: { words: string; to: string };
  sources: readonly Source[];
  quiz: (facts: LessonFacts) => readonly Question[];
};
