import type { CreditFacts } from '@engine/credit/facts.ts';
import type { MonthOfMoney } from '@engine/insights/lesson-figures.ts';
import type { Tier } from '@engine/products/rates.ts';
import { evaluate, evaluateNumber, fillIn, type Scope } from './expression';
import { getBars, question, usualMonth } from './format';
import { lessonFunctions } from './functions';
import type { LessonFile } from './lesson-file';

/**
 * The facts from which lessons compute their figures. They describe the customer's household or the example
 * household. Amounts are in minor units of one currency.
 */
export type LessonFacts = {
  isExample: boolean;
  currency: string;
  /** The full months with transactions, oldest first, at most six. */
  months: readonly MonthOfMoney[];
  /** The spending in these months by category, largest first. */
  categories: readonly { name: string; spent: number }[];
  /** Recurring payments as monthly amounts. */
  bills: readonly { name: string; monthly: number }[];
  checking: number;
  savings: number;
  investments: number;
  /** Today's interest tiers of savings accounts. */
  tiers: readonly Tier[];
  /** The card with the highest balance. */
  card: { name: string; balance: number; limit: number; apr: number; minimum: number } | null;
  mortgage: { name: string; balance: number; rate: number; payment: number } | null;
  credit: CreditFacts | null;
};

export type Question = {
  ask: string;
  choices: readonly string[];
  /** The index of the correct choice. */
  right: number;
  why: string;
};

/** A lesson that computes its figures from a customer's facts. */
export type Lesson = ReturnType<typeof readLesson>;

const NO_MONTH = { month: '', earned: 0, spent: 0 };

/** Compiles a lesson's file. The returned functions throw an error if an expression is invalid. */
export function readLesson(file: LessonFile) {
  const { id, title, parts, next, sources } = file;
  return {
    id,
    title,
    parts,
    next,
    sources,
    /**
     * Returns true if the household has the data that the lesson's figures need. Otherwise, the lesson uses
     * the example household.
     */
    needs: (facts: LessonFacts) => Boolean(evaluate(file.needs, factsOnly(facts))),
    figure: (facts: LessonFacts) => computeFigure(file, getScope(file, facts)),
    tool: (facts: LessonFacts) => computeTool(file, getScope(file, facts)),
    quiz: (facts: LessonFacts): Question[] => {
      const scope = getScope(file, facts);
      const fill = (text: string) => fillIn(text, scope);
      return file.questions.map(({ ask, right, wrong, why }) =>
        question(fill(ask), fill(right), wrong.map(fill), fill(why)),
      );
    },
  };
}

/** Returns the facts and the values that every lesson can use. */
function factsOnly(facts: LessonFacts): Scope {
  const last = facts.months.at(-1) ?? NO_MONTH;
  const usual = usualMonth(facts) ?? NO_MONTH;
  const monthsWithIncome = facts.months.filter(({ earned }) => earned > 0).length;
  return { values: { ...facts, last, usual, monthsWithIncome }, functions: lessonFunctions(facts) };
}

function getScope({ values }: LessonFile, facts: LessonFacts): Scope {
  return withValues(factsOnly(facts), values);
}

/** Adds values in order. Each expression can use the values before it. */
function withValues(scope: Scope, expressions: Readonly<Record<string, string>>): Scope {
  const values: Record<string, unknown> = { ...scope.values };
  for (const [name, expression] of Object.entries(expressions))
    values[name] = evaluate(expression, { ...scope, values });
  return { ...scope, values };
}

/** Returns the figure from the ledger, with its formula and inputs. */
function computeFigure({ figure }: LessonFile, scope: Scope) {
  return {
    value: fillIn(figure.value, scope),
    label: fillIn(figure.label, scope),
    text: chooseText(figure.text, scope),
    formula: fillIn(figure.formula, scope),
    inputs: figure.inputs.flatMap(({ each, name, value }) => {
      const items = each === undefined ? [null] : evaluate(each, scope);
      if (!Array.isArray(items)) throw new Error(`"${each}" is not a list`);
      return items.map((item) => {
        const inner = { ...scope, values: { ...scope.values, item } };
        return { name: fillIn(name, inner), value: fillIn(value, inner) };
      });
    }),
  };
}

/** Returns the slider and its results. */
function computeTool({ tool }: LessonFile, scope: Scope) {
  const number = (value: number | string) =>
    typeof value === 'number' ? value : evaluateNumber(value, scope);
  const at = (value: number): Scope => ({ ...scope, values: { ...scope.values, value } });
  return {
    label: fillIn(tool.label, scope),
    from: number(tool.from),
    to: number(tool.to),
    step: number(tool.step),
    start: number(tool.start),
    write: (value: number) => fillIn(tool.format, at(value)),
    answer: (value: number) => {
      const inner = withValues(at(value), tool.values);
      const bars = tool.bars
        .filter((bar) => bar.if === undefined || evaluate(bar.if, inner))
        .map((bar) => ({
          label: fillIn(bar.label, inner),
          amount: evaluateNumber(bar.amount, inner),
          value: fillIn(bar.value, inner),
        }));
      return { text: chooseText(tool.text, inner), bars: getBars(bars) };
    },
  };
}

/** Returns the first text whose condition is true. */
function chooseText(text: LessonFile['figure']['text'], scope: Scope): string {
  if (typeof text === 'string') return fillIn(text, scope);
  const chosen = text.find((option) => option.if === undefined || evaluate(option.if, scope));
  return fillIn(chosen?.text ?? '', scope);
}
