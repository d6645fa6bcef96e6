import { listed, money } from '../../../../../assistant/format.ts';
import type { TopicValues } from '../../../../../assistant/intent.ts';
import { choices, figures, how, link, text } from '../../../../../assistant/parts.ts';
import { dayText } from '../../../../../engine/calendar/calendar.ts';
import { toMinor } from '../../../../../engine/money/minor.ts';
import {
  CORRECTED_DISTRIBUTION_PERCENT,
  getTaxDeadline,
  MISSED_DISTRIBUTION_PERCENT,
} from '../../../../../engine/pay/tax-return.ts';
import {
  type ContributionKind,
  EARLY_WITHDRAWAL_PERCENT,
  getContributionKind,
  type TaxTreatment,
} from '../../../../../engine/pay/tax-treatments.ts';
import type { AccountState } from '../../../../../engine/simulation/state.ts';
import { type Answer, answerNothing, lead } from '../../answer.ts';
import type { AnswerContext } from '../../answer-context.ts';
import { getHref } from '../balance.ts';
import type { TopicAnswers } from '../topics.ts';

const LIMIT_NAMES: Record<ContributionKind, string> = { retirement: '401(k)', ira: 'IRA', hsa: 'HSA' };

type TaxAdvantaged = AccountState & { taxTreatment: TaxTreatment };

/** Returns the open tax-advantaged accounts: those that the message names, or else all of them. */
async function loadTaxAdvantaged({ accounts }: TopicValues, context: AnswerContext) {
  const snapshot = await context.loadState();
  const all = (snapshot?.state.accounts ?? []).filter(
    (account): account is TaxAdvantaged =>
      account.taxTreatment !== undefined && context.findAccount(account) !== undefined,
  );
  const named = all.filter(({ id }) => accounts.some((account) => account.id === id));
  return named.length > 0 ? named : all;
}

type ContributionRow = {
  kind: ContributionKind;
  year: number;
  highest: number;
  used: number;
  remaining: number;
  income: number;
  /** Null without income limits, and for other kinds. */
  roth_highest: number | null;
  roth_remaining: number;
};

/** Answers how much the customer can still contribute to tax-advantaged accounts this year. */
async function* answerContributionRoom(values: TopicValues, context: AnswerContext): Answer {
  const [rows, accounts] = await Promise.all([
    context.call<ContributionRow[]>('my_contributions'),
    loadTaxAdvantaged(values, context),
  ]);
  const kinds = new Set(accounts.map(({ taxTreatment }) => getContributionKind(taxTreatment)));
  const asked = rows.filter(({ kind }) => values.kinds?.includes(kind));
  const shown = asked.length > 0 ? asked : rows.filter(({ kind }) => kinds.size === 0 || kinds.has(kind));
  const { baseCurrency: currency } = context;
  const limits = shown.map(
    ({ kind, highest, used, remaining }) =>
      `${money(remaining, currency)} to your ${LIMIT_NAMES[kind]} (${money(used, currency)} of ${money(highest, currency)} is used)`,
  );
  const year = shown[0]?.year ?? '';
  const roth = accounts.some(({ taxTreatment }) => taxTreatment === 'roth_ira')
    ? shown.find(({ roth_highest: limit, highest }) => limit !== null && limit < highest)
    : undefined;
  yield lead(
    kinds.size === 0
      ? `You don't have a 401(k), IRA, or HSA yet. In ${year}, you could contribute ${listed(limits)}.`
      : `In ${year}, you can still contribute ${listed(limits)}.${
          roth
            ? ` At your income of about ${money(roth.income, currency)}, up to ${money(roth.roth_remaining, currency)} of your IRA limit can go to a Roth IRA.`
            : ''
        }`,
  );
  yield figures(
    ...shown.map(({ kind, remaining }) => ({
      label: `${LIMIT_NAMES[kind]}, left`,
      amount: remaining,
      currency,
    })),
  );
  yield how(`Your contributions in ${year}.`, {
    rule: 'Limit for your age − contributions this year. Traditional and Roth IRAs share one limit. An employer\u2019s match doesn\u2019t count.',
  });
  const [first] = accounts;
  if (first) yield link(first.name, getHref({ is: 'account', id: first.id }));
  yield choices('How do 401(k), IRA, and HSA accounts work?');
}

type Withdrawal = { taxable: number; early: number; tax_year: number };

/** Answers what a withdrawal from a retirement account adds to the tax return. */
async function* answerWithdrawalTax(values: TopicValues, context: AnswerContext): Answer {
  const [account, another] = await loadTaxAdvantaged(values, context);
  if (!account)
    return yield lead(
      `You don't have a 401(k), IRA, or HSA. A withdrawal from a 401(k) or a traditional IRA counts as income, and before age 59½ it costs ${EARLY_WITHDRAWAL_PERCENT}% in additional tax.`,
    );
  const [stated] = values.amounts;
  if (!stated || another) {
    yield text(stated ? 'From which account?' : `How much would you withdraw from ${account.name}?`);
    const amount = stated?.amount ?? 500;
    return yield choices(
      ...[account, another].flatMap((item) =>
        item ? [`What would it cost to take ${amount} out of ${item.name}?`] : [],
      ),
    );
  }
  const { id, name, currency, taxTreatment } = account;
  const amount = money(stated.amount, currency);
  const [row] =
    taxTreatment === 'hsa'
      ? []
      : await context.call<Withdrawal[]>('preview_withdrawal', { account_id: id, amount: stated.amount });
  const { taxable = 0, early = 0, tax_year: year = 0 } = row ?? {};
  const tax = Math.round((toMinor(early) * EARLY_WITHDRAWAL_PERCENT) / 100) / 100;
  const income = `${money(taxable, currency)} would count as income in your ${year} tax return`;
  const free =
    taxTreatment === 'hsa'
      ? `${amount} from ${name} is tax-free for medical costs.`
      : `${amount} from ${name} is tax-free: none of it counts as income.`;
  yield lead(
    taxable === 0
      ? free
      : early === 0
        ? `If you took ${amount} out of ${name}, ${income}.`
        : `If you took ${amount} out of ${name}, you'd pay ${money(tax, currency)} in additional tax, because you're under 59½. Also, ${income}.`,
  );
  yield figures(
    { label: 'Withdrawal', amount: stated.amount, currency },
    { label: 'Counts as income', amount: taxable, currency },
    { label: 'Additional tax', amount: tax, currency },
  );
  yield how(`A withdrawal from ${name} today.`, {
    rule: `Additional tax = ${EARLY_WITHDRAWAL_PERCENT}% of the early part. The income is taxed at your rate when you file. A Roth IRA pays out contributions first, which are tax-free.`,
  });
  yield link(name, getHref({ is: 'account', id }));
  yield choices('How much can I still contribute this year?');
}

type TaxYear = { tax_year: number; opens_on: string; is_open: boolean };
type FiledReturn = { tax_year: number; filed_on: string; settled_at: string | null };

/** Answers whether the customer filed the tax returns of past years, and by when to file the others. */
async function* answerTaxesFiled({ periods }: TopicValues, context: AnswerContext): Answer {
  const [years, { data }] = await Promise.all([
    context.call<TaxYear[]>('my_tax_years'),
    context.client.from('filed_returns').select('tax_year, filed_on, settled_at').throwOnError(),
  ]);
  const filed = data as FiledReturn[];
  const asked = periods.map(({ from }) => Number(from?.slice(0, 4)));
  const named = years.filter(({ tax_year: year }) => asked.includes(year));
  const shown = named.length > 0 ? named : years.slice(0, 2);
  if (shown.length === 0)
    return yield* answerNothing(
      "You don't have a tax return to file. The first one opens on February 15 after a year with pay.",
      'Taxes',
      '/documents/taxes',
    );
  yield lead(
    shown
      .map(({ tax_year: year, opens_on: opens, is_open: isOpen }) => {
        const done = filed.find(({ tax_year: own }) => own === year);
        if (done)
          return `You filed your ${year} tax return on ${context.formatDay(done.filed_on)}.${done.settled_at ? ` It was settled on ${context.formatDay(context.getDay(done.settled_at))}.` : ''}`;
        if (!isOpen) return `You can file your ${year} tax return starting ${context.formatDay(opens)}.`;
        return `You haven't filed your ${year} tax return. It's due by ${context.formatDay(dayText(getTaxDeadline(year)))}.`;
      })
      .join(' '),
  );
  yield how('The tax returns of past years.', {
    rule: 'A return opens on February 15. A late return costs a penalty if you owe tax.',
  });
  yield link('Taxes', '/documents/taxes');
  yield choices('How do I file my tax return?');
}

type RequiredDistribution = {
  account_id: string | null;
  name: string;
  tax_year: number;
  balance: number;
  period: number;
  required: number;
  withdrawn: number;
  due_on: string;
  missed: number;
  corrected: number;
};

/** Answers how much the customer must withdraw from retirement accounts this year, and what was missed. */
async function* answerRequiredDistribution(values: TopicValues, context: AnswerContext): Answer {
  const [rows, accounts] = await Promise.all([
    context.call<RequiredDistribution[]>('my_required_distributions'),
    loadTaxAdvantaged(values, context),
  ]);
  const named = rows.filter(({ account_id: id }) =>
    accounts.some((account) =>
      account.taxTreatment === 'traditional_ira' ? id === null : account.id === id,
    ),
  );
  const shown = named.filter(
    ({ tax_year: year, missed, corrected }) => year === named[0]?.tax_year || missed > corrected,
  );
  if (shown.length === 0)
    return yield lead(
      "You don't have a required minimum distribution. For 401(k) plans and traditional IRAs, they start at age 73, or at 75 if you were born in 1960 or later. Your current employer's plan has none.",
    );
  const { baseCurrency: currency } = context;
  const getOpen = ({ required, withdrawn, missed, corrected }: RequiredDistribution) =>
    missed > 0 ? missed - corrected : required - withdrawn;
  yield lead(
    shown
      .map((row) => {
        const open = money(getOpen(row), currency);
        if (row.missed > 0)
          return `You missed ${open} of the ${row.tax_year} required distribution of ${row.name}. Withdraw it before you file, and the excise tax falls from ${MISSED_DISTRIBUTION_PERCENT}% to ${CORRECTED_DISTRIBUTION_PERCENT}%.`;
        return getOpen(row) > 0
          ? `Withdraw ${open} from ${row.name} by ${context.formatDay(row.due_on)}.`
          : `You withdrew the ${row.tax_year} required distribution of ${row.name}, ${money(row.required, currency)}.`;
      })
      .join(' '),
  );
  yield figures(
    ...shown.map((row) => ({
      label: `${row.name}, ${row.tax_year}`,
      amount: getOpen(row),
      currency,
    })),
  );
  yield how('The required minimum distributions of your retirement accounts.', {
    rule: 'Balance at the end of the previous year ÷ the IRS distribution period for your age. You can take the first one until April 1 of the next year.',
  });
  const [first] = accounts;
  if (first) yield link(first.name, getHref({ is: 'account', id: first.id }));
}

export const TAX_ANSWERS: TopicAnswers = {
  'required-distribution': answerRequiredDistribution,
  'contribution-room': answerContributionRoom,
  'withdrawal-tax': answerWithdrawalTax,
  'taxes-filed': answerTaxesFiled,
};
