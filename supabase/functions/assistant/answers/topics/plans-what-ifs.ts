import { listed, money, monthsLong, percent, sumAmounts } from '../../../../../assistant/format.ts';
import { getQuery } from '../../../../../assistant/format-search.ts';
import type { TopicValues } from '../../../../../assistant/intent.ts';
import { NO_FILTER } from '../../../../../assistant/parser/filter.ts';
import { choices, figures, how, text } from '../../../../../assistant/parts.ts';
import { addMonths, type DayNumber, dayText, parseDay } from '../../../../../engine/calendar/calendar.ts';
import { unitAround } from '../../../../../engine/calendar/periods.ts';
import { getProduct } from '../../../../../engine/credit/terms.ts';
import { toMinor } from '../../../../../engine/money/minor.ts';
import type { AutoDepositState, HouseholdState } from '../../../../../engine/simulation/state.ts';
import type { Decision } from '../../../../../engine/what-if/what-if.ts';
import { type Answer, answerNothing, lead, PROJECTION_NOTE } from '../../answer.ts';
import type { AnswerContext } from '../../answer-context.ts';
import { getUsualChecking } from '../forecast.ts';
import { loadTotals } from '../search.ts';
import { loadRecurringPayments, TIMES_PER_YEAR } from '../subscriptions.ts';
import type { TopicAnswers } from '../topics.ts';
import { answerWhatIf } from '../what-if.ts';

type Change = Decision extends infer One ? (One extends Decision ? Omit<One, 'id'> : never) : never;

/** Simulates decisions, and states first what they assume. */
async function* simulateChanges(
  what: { name: string; assumed: string },
  changes: readonly Change[],
  context: AnswerContext,
): Answer {
  const decisions = changes.map((change, index) => ({ ...change, id: `decision-${index + 1}` }) as Decision);
  const answer = answerWhatIf({ kind: 'what_if', name: what.name, decisions, assumed: [] }, context);
  for await (const part of answer)
    yield part.kind === 'lead' ? lead(`${what.assumed} ${part.sentence}`, part.note) : part;
}

const answerNoChecking = ({ baseCurrency }: AnswerContext) =>
  answerNothing(
    `You don't have a checking account in ${baseCurrency} yet, so we can't run this what-if.`,
    'Accounts',
    '/dashboard/accounts',
  );

/** Returns the first day of the change: the start of the stated period if it is in the future, or today. */
function getStart({ periods }: TopicValues, { today }: AnswerContext): DayNumber {
  const from = periods[0]?.from;
  return from && parseDay(from) > today ? parseDay(from) : today;
}

const loadPay = async (context: AnswerContext): Promise<AutoDepositState[]> => {
  const state: HouseholdState | undefined = (await context.loadState())?.state;
  return (state?.autoDeposits ?? []).filter(({ isPay, recurrence }) => isPay && !recurrence.paused);
};

const answerNoPay = () =>
  answerNothing(
    "You don't have an auto deposit that is marked as pay, so we can't change it in a what-if.",
    'Auto deposits',
    '/auto-deposit',
  );

/** Simulates pay at a share of today's, for some months or from now on. */
async function* simulatePay(
  values: TopicValues,
  share: number,
  name: string,
  context: AnswerContext,
): Answer {
  const pay = await loadPay(context);
  if (pay.length === 0) return yield* answerNoPay();
  const on = getStart(values, context);
  const [months] = values.months;
  const length = months === undefined ? null : Math.max(1, Math.round(months));
  const changed = pay.map((deposit) => ({
    deposit,
    amount: Math.max(1, Math.round(deposit.amount * share)),
  }));
  const currency = context.baseCurrency;
  const amounts = listed(
    changed.map(
      ({ deposit, amount }) =>
        `${deposit.name} at ${money(amount / 100, currency)} instead of ${money(deposit.amount / 100, currency)}`,
    ),
  );
  yield* simulateChanges(
    {
      name,
      assumed: `With ${amounts}, ${length === null ? 'from now on' : `for ${monthsLong(length)}`}:`,
    },
    changed.flatMap(({ deposit, amount }): Change[] => [
      { kind: 'change_rule', on, ruleId: deposit.id, amount },
      ...(length === null
        ? []
        : [
            {
              kind: 'change_rule',
              on: addMonths(on, length),
              ruleId: deposit.id,
              amount: deposit.amount,
            } as const,
          ]),
    ]),
    context,
  );
}

/** Simulates a pay cut by a percentage, or by an amount a month. */
async function* answerPayCut(values: TopicValues, context: AnswerContext): Answer {
  const [cut] = values.percents;
  const stated = values.amounts[0]?.amount;
  if (cut === undefined && stated !== undefined) {
    const pay = await loadPay(context);
    const yearly = pay.reduce(
      (sum, { amount, recurrence }) => sum + amount * getTimes(recurrence.frequency),
      0,
    );
    if (pay.length === 0 || yearly === 0) return yield* answerNoPay();
    const share = Math.max(0, 1 - (toMinor(stated) * TIMES_PER_YEAR.MONTHLY) / yearly);
    return yield* simulatePay(values, share, `${stated} less pay a month`, context);
  }
  if (cut === undefined || cut <= 0 || cut >= 100) {
    yield text('By what percentage would your pay fall?');
    return yield choices('What if my pay is cut by 10%?', 'What if my pay is cut by 20%?');
  }
  yield* simulatePay(values, 1 - cut / 100, `Pay falls by ${cut}%`, context);
}

const DAYS_A_YEAR = 365;
const HOURS_A_YEAR = 40 * TIMES_PER_YEAR.WEEKLY;
const getTimes = (frequency: string): number =>
  ({ ...TIMES_PER_YEAR, DAILY: DAYS_A_YEAR, HOURLY: HOURS_A_YEAR })[frequency] ?? TIMES_PER_YEAR.MONTHLY;

/** Simulates work at a share of today's hours. */
async function* answerFewerHours(values: TopicValues, context: AnswerContext): Answer {
  const [share] = values.percents;
  if (share === undefined || share <= 0 || share >= 100) {
    yield text('At what percentage of your hours would you work?');
    return yield choices('What if I work 80% of my hours?', 'What if I work 50% of my hours?');
  }
  yield* simulatePay(values, share / 100, `Work ${share}% of the hours`, context);
}

/** Simulates one cost. */
async function* answerOneTimeCost(values: TopicValues, context: AnswerContext): Answer {
  const account = getUsualChecking(context);
  if (!account) return yield* answerNoChecking(context);
  const amount = toMinor(values.amounts[0]?.amount ?? 0);
  if (amount <= 0) return yield text('How much would it cost?');
  const on = getStart(values, context);
  const price = money(amount / 100, account.currency);
  const name = values.categories[0]?.name ?? 'One-time cost';
  yield* simulateChanges(
    {
      name: `${name} of ${price}`,
      assumed: `With ${price} paid once from ${account.name} on ${context.formatDay(dayText(on))}:`,
    },
    [{ kind: 'purchase', on, name, accountId: account.id, amount }],
    context,
  );
}

/** Simulates a new monthly cost, such as daycare. */
async function* simulateMonthlyCost(
  values: TopicValues,
  name: string,
  question: string,
  context: AnswerContext,
): Answer {
  const account = getUsualChecking(context);
  if (!account) return yield* answerNoChecking(context);
  const stated = values.amounts[0]?.amount ?? 0;
  if (stated <= 0) {
    yield text(question);
    return yield choices(
      `What if I have a new cost of 500 a month?`,
      `What if I have a new cost of 1000 a month?`,
    );
  }
  const [frequency] = values.frequencies ?? [];
  const isWeekly = frequency === 'WEEKLY' || frequency === 'BIWEEKLY';
  const rhythm = isWeekly ? frequency : 'MONTHLY';
  const yearly = frequency === 'ANNUALLY' || frequency === 'QUARTERLY' ? TIMES_PER_YEAR[frequency] : null;
  const amount =
    yearly === null ? toMinor(stated) : Math.round((toMinor(stated) * yearly) / TIMES_PER_YEAR.MONTHLY);
  const on = getStart(values, context);
  const [months] = values.months;
  const length = months === undefined ? null : Math.max(1, Math.round(months));
  const unit = { WEEKLY: 'a week', BIWEEKLY: 'every two weeks', MONTHLY: 'a month' }[rhythm];
  const price = money(amount / 100, account.currency);
  yield* simulateChanges(
    {
      name: `${name}: ${price} ${unit}`,
      assumed: `With a new cost of ${price} ${unit} from ${account.name}${length === null ? '' : ` for ${monthsLong(length)}`}, starting ${on === context.today ? 'today' : context.formatDay(dayText(on))}:`,
    },
    [
      {
        kind: 'new_bill',
        on,
        name,
        accountId: account.id,
        amount,
        frequency: rhythm,
        ...(length !== null && { until: addMonths(on, length) - 1 }),
      },
    ],
    context,
  );
}

const answerMonthlyCost = (values: TopicValues, context: AnswerContext): Answer =>
  simulateMonthlyCost(
    values,
    values.categories[0]?.name ?? 'New cost',
    'How much would it cost a month?',
    context,
  );

const answerBaby = (values: TopicValues, context: AnswerContext): Answer =>
  simulateMonthlyCost(
    values,
    'Child',
    'Costs for a child vary a lot: daycare alone is often 800 to 2,000 a month. Which monthly cost should we simulate?',
    context,
  );

/** Simulates the household without its subscriptions. */
async function* answerNoSubscriptions(_: TopicValues, context: AnswerContext): Answer {
  const { payments } = await loadRecurringPayments(context);
  const subscriptions = payments.filter(
    ({ isBill, currency }) => !isBill && currency === context.baseCurrency,
  );
  if (subscriptions.length === 0)
    return yield* answerNothing(
      "You don't have any subscriptions to cancel.",
      'Scheduled payments',
      '/scheduled-payments',
    );
  const yearly = sumAmounts(subscriptions.map((item) => item.yearly));
  const monthly = Math.round((yearly * 100) / TIMES_PER_YEAR.MONTHLY) / 100;
  yield* simulateChanges(
    {
      name: 'Without subscriptions',
      assumed: `Without ${listed(subscriptions.map(({ name }) => name))}, you'd keep ${money(monthly, context.baseCurrency)} a month (${money(yearly, context.baseCurrency)} a year).`,
    },
    subscriptions.map(({ id }) => ({ kind: 'stop_rule', on: context.today, ruleId: id })),
    context,
  );
}

const MONTHS = 6;

/** Simulates higher prices in a category. */
async function* answerPrices(values: TopicValues, context: AnswerContext): Answer {
  const account = getUsualChecking(context);
  if (!account) return yield* answerNoChecking(context);
  const [rise] = values.percents;
  const [category] = values.categories;
  if (!category || rise === undefined || rise <= 0) {
    yield text('Which category gets more expensive, and by what percentage?');
    return yield choices('What if Food costs 10% more?');
  }
  const start = unitAround(context.today, 'month').from ?? context.today;
  const period = { from: dayText(addMonths(start, -MONTHS)), to: dayText(start - 1), text: '' };
  const query = getQuery({ ...NO_FILTER, categories: [category], period }, 'spending', context.customer);
  const { moneyIn, moneyOut, currency } = await loadTotals(query, context);
  const monthly = Math.round((toMinor(moneyOut) - toMinor(moneyIn)) / MONTHS);
  const extra = Math.round((monthly * rise) / 100);
  if (extra <= 0 || currency !== account.currency)
    return yield lead(
      `You didn't spend anything on ${category.name} in the last ${MONTHS} full months in ${account.currency}, so higher prices wouldn't change anything.`,
    );
  const format = (minor: number) => money(minor / 100, currency);
  yield* simulateChanges(
    {
      name: `${category.name} costs ${rise}% more`,
      assumed: `You usually spend ${format(monthly)} a month on ${category.name}, so ${percent(rise)} more is ${format(extra)} a month (${format(extra * TIMES_PER_YEAR.MONTHLY)} a year).`,
    },
    [
      {
        kind: 'new_bill',
        on: context.today,
        name: `Higher prices for ${category.name}`.slice(0, 80),
        accountId: account.id,
        amount: extra,
        frequency: 'MONTHLY',
        category: category.name,
      },
    ],
    context,
  );
}

/** Answers what a customer would save without their usual spending in a category or at merchants. */
async function* answerWithoutSpending(values: TopicValues, context: AnswerContext): Answer {
  const merchants = new Set(values.merchants);
  const [category] = merchants.size > 0 ? [] : values.categories;
  const name = category?.name ?? listed([...merchants]);
  if (name === '') {
    yield text('Which category or merchant do you want to stop spending on?');
    return yield choices('Where can I cut back?');
  }
  const start = unitAround(context.today, 'month').from ?? context.today;
  const period = { from: dayText(addMonths(start, -MONTHS)), to: dayText(start - 1), text: '' };
  const filters = category
    ? [{ ...NO_FILTER, categories: [category], period }]
    : [...merchants].map((merchant) => ({ ...NO_FILTER, merchant, period }));
  const totals = await Promise.all(
    filters.map((filter) => loadTotals(getQuery(filter, 'spending', context.customer), context)),
  );
  const currency = totals[0]?.currency ?? context.baseCurrency;
  const spent = sumAmounts(totals.flatMap(({ moneyIn, moneyOut }) => [moneyOut, -moneyIn]));
  const monthly = Math.round(toMinor(spent) / MONTHS);
  const format = (minor: number) => money(minor / 100, currency);
  if (monthly <= 0)
    return yield lead(
      `You didn't spend anything on ${name} in the last ${MONTHS} full months, so you would save nothing.`,
    );
  yield lead(
    `You usually spend ${format(monthly)} a month on ${name}. Without it, you'd save ${format(monthly * TIMES_PER_YEAR.MONTHLY)} a year.`,
    PROJECTION_NOTE,
  );
  yield figures(
    { label: `${name}, a month`, amount: monthly / 100, currency },
    { label: `${name}, a year`, amount: (monthly * TIMES_PER_YEAR.MONTHLY) / 100, currency },
  );
  yield how(`Your average spending on ${name} in the last ${MONTHS} full months.`, {
    rule: 'Spending − refunds, ÷ months, × 12.',
  });
}

/** Simulates another rent: the rent payment changes, or it is a new payment. */
async function* answerRent(values: TopicValues, context: AnswerContext): Answer {
  const account = getUsualChecking(context);
  if (!account) return yield* answerNoChecking(context);
  const amount = toMinor(values.amounts[0]?.amount ?? 0);
  if (amount <= 0) return yield text('How much would the new rent be a month?');
  const rents = context.customer.scheduledPayments.filter(
    (payment) =>
      payment.amount !== null &&
      payment.payee !== null &&
      payment.frequency === 'MONTHLY' &&
      /\brent\b/i.test(`${payment.name} ${payment.payee}`),
  );
  const named = rents.find(({ id }) => values.payments.some((payment) => payment.id === id));
  const rent = named ?? (rents.length === 1 ? rents[0] : undefined);
  const on = getStart(values, context);
  const price = money(amount / 100, account.currency);
  if (rents.length > 1 && !rent) {
    yield text('Which rent would change?');
    return yield choices(...rents.slice(0, 2).map(({ name }) => `What if ${name} costs ${amount / 100}?`));
  }
  yield* rent
    ? simulateChanges(
        {
          name: `Rent of ${price}`,
          assumed: `With ${rent.name} at ${price} a month instead of ${money(rent.amount ?? 0, account.currency)}:`,
        },
        [{ kind: 'change_rule', on, ruleId: rent.id, amount }],
        context,
      )
    : simulateChanges(
        { name: `Rent of ${price}`, assumed: `With a new rent of ${price} a month from ${account.name}:` },
        [
          {
            kind: 'new_bill',
            on,
            name: 'Rent',
            accountId: account.id,
            amount,
            frequency: 'MONTHLY',
            category: 'Housing',
          },
        ],
        context,
      );
}

const CAR_MONTHS = 60;

/** Simulates a car: paid at once if the money is there, or else with a loan. */
async function* answerCar(values: TopicValues, context: AnswerContext): Answer {
  const account = getUsualChecking(context);
  if (!account) return yield* answerNoChecking(context);
  const amount = toMinor(values.amounts[0]?.amount ?? 0);
  if (amount <= 0) return yield text('How much would the car cost?');
  const on = getStart(values, context);
  const price = money(amount / 100, account.currency);
  const hasTerms = values.percents.length > 0 || values.months.length > 0;
  const purchase = { kind: 'purchase', on, name: 'Car', accountId: account.id, amount } as const;
  if (!hasTerms && toMinor(account.balance) >= amount)
    return yield* simulateChanges(
      { name: `Car for ${price}`, assumed: `With a car for ${price}, paid at once from ${account.name}:` },
      [purchase],
      context,
    );
  const rate = values.percents[0] ?? getProduct('AUTO', amount).rate;
  const months = Math.max(1, Math.round(values.months[0] ?? CAR_MONTHS));
  const source = values.percents.length > 0 ? '' : ', our base rate for car loans';
  yield* simulateChanges(
    {
      name: `Car for ${price} with a loan`,
      assumed: `With a car for ${price} and a loan for all of it at ${percent(rate)}${source}, over ${monthsLong(months)}:`,
    },
    [{ kind: 'take_loan', on, name: 'Car', accountId: account.id, amount, rate, months }, purchase],
    context,
  );
}

export const WHAT_IF_ANSWERS: TopicAnswers = {
  'what-if-pay-cut': answerPayCut,
  'what-if-fewer-hours': answerFewerHours,
  'what-if-one-time-cost': answerOneTimeCost,
  'what-if-monthly-cost': answerMonthlyCost,
  'what-if-baby': answerBaby,
  'what-if-no-subscriptions': answerNoSubscriptions,
  'what-if-prices': answerPrices,
  'without-spending': answerWithoutSpending,
  'what-if-rent': answerRent,
  'what-if-car': answerCar,
};
