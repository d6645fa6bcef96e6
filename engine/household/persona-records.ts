import { addMonths, DAY_MS, dayText, getDate, getDay, Zone } from '../calendar/calendar.ts';
import { decide } from '../credit/decision.ts';
import type { CreditRequest, PolicyFacts } from '../credit/policy.ts';
import { monthlyPayment } from '../money/amortization.ts';
import { toMinor } from '../money/minor.ts';
import type { SimulatedHistory } from '../simulation/history.ts';
import type { Household } from './household.ts';
import type { ActionContext, PlannedActions } from './persona-actions.ts';
import { createFundRecords } from './persona-funds.ts';
import type { PersonaPlan } from './persona-schema.ts';
import { MONTHS_OF_HISTORY } from './persona-start.ts';
import type { ListRow } from './schema/household.ts';

const OFFER_DAYS = 30;
const DAYS_A_MONTH = 30;
const MONTHS_OF_BUDGETS = 6;
const REQUESTS_EXPIRE_AFTER_DAYS = 14;
const MORNING = 10 * 60;

type Records = Partial<Omit<Household, 'mortgages' | 'entries'>>;
type Context = ActionContext & {
  plan: PersonaPlan;
  history: SimulatedHistory;
  planned: PlannedActions;
  /**
   * Returns the instant at which an action was posted, and the position of its ledger entry, counted from 1.
   */
  placeOf: (action: PlannedActions['actions'][number]) => { at: string; place: number };
  newId: () => string;
};

/** Returns the plan's records outside the ledger, such as goals, budgets, and applications. */
export function createRecords(context: Context): Records {
  return {
    ...createGoals(context),
    ...createBudgets(context),
    ...createPeople(context),
    ...createCardRecords(context),
    ...createFundRecords(context),
    pay_stubs: createPayStubs(context),
    applications: createApplications(context),
  };
}

const instantAgo = ({ today, timeZone }: Context, days: number, minutes = MORNING) =>
  new Date(new Zone(timeZone).at(today - days, minutes)).toISOString();

function createGoals({ plan, history, today, day, timeZone, idOf }: Context): Records {
  if (plan.goals.length === 0) return {};
  const zone = new Zone(timeZone);
  const createdOn = (monthsAgo: number) =>
    new Date(zone.at(Math.max(day, addMonths(today, -monthsAgo)), 5 * 60)).toISOString();
  const movements = plan.goals.flatMap(({ name, start, monthsAgo }): ListRow<'goal_movements'>[] => {
    const contributions = history.events.filter(
      ({ kind, subject }) => kind === 'goal_contribution' && subject === idOf(name),
    );
    const goal_id = idOf(name);
    const at = createdOn(monthsAgo);
    return [
      ...(start > 0 ? [{ goal_id, at, kind: 'start' as const, amount: start, saved_after: start }] : []),
      ...contributions.map(({ at, facts }) => ({
        goal_id,
        at: new Date(at).toISOString(),
        kind: 'contribution' as const,
        amount: Number(facts?.['amount']) / 100,
        saved_after: Number(facts?.['portion']) / 100,
        account_id: String(facts?.['from']),
      })),
    ];
  });
  return {
    goals: plan.goals.map((goal, index) => {
      const state = history.state.goals?.find(({ id }) => id === idOf(goal.name));
      const { contribution } = goal;
      return {
        id: idOf(goal.name),
        name: goal.name,
        picture: goal.picture,
        target: goal.target,
        ...(goal.targetInMonths && { target_date: dayText(addMonths(today, goal.targetInMonths)) }),
        account_id: idOf(goal.account),
        from_account_id: idOf(goal.from),
        portion: (state?.portion ?? 0) / 100,
        contribution: contribution.kind,
        ...(contribution.kind === 'share_of_pay'
          ? { contribution_percent: contribution.percent }
          : {
              contribution_amount: contribution.amount,
              frequency: contribution.frequency,
              start_date: getStart(history, idOf(goal.name)),
            }),
        priority: index + 1,
        created_at: createdOn(goal.monthsAgo),
      };
    }),
    goal_movements: movements,
  };
}

function getStart({ state }: SimulatedHistory, goalId: string): string {
  const contribution = state.goals?.find(({ id }) => id === goalId)?.contribution;
  return contribution?.kind === 'fixed' ? dayText(contribution.recurrence.start) : '';
}

function createBudgets({ plan, today }: Context): Records {
  if (plan.budgets.length === 0) return {};
  const { year, month } = getDate(today);
  const monthsAgo = (months: number) => dayText(addMonths(getDay(year, month, 1), -months));
  const starts_on = monthsAgo(MONTHS_OF_BUDGETS);
  return {
    budgets: plan.budgets.map(({ category, amount, rollover, rolloverCap }) => ({
      category,
      currency: 'USD',
      amount,
      rollover,
      ...(rolloverCap !== undefined && { rollover_cap: rolloverCap }),
      starts_on,
    })),
    budget_limits: plan.budgets.flatMap(({ category, amount, rollover, before }) =>
      before
        ? [
            { category, currency: 'USD', rollover, month: starts_on, amount: before.amount },
            { category, currency: 'USD', rollover, month: monthsAgo(before.raisedMonthsAgo), amount },
          ]
        : [],
    ),
  };
}

/**
 * Returns the pay stubs of this calendar year. With stubs of earlier years, the bank would ask for tax returns
 * that are long overdue.
 */
function createPayStubs({ history, today, newId }: Context): ListRow<'pay_stubs'>[] {
  const { year } = getDate(today);
  return history.events.flatMap(({ kind, key, subject, description, facts }) => {
    const payDate = Number(facts?.['payDate']);
    const account_id = history.state.autoDeposits.find(({ id }) => id === subject)?.accountId;
    if (kind !== 'auto_deposit' || !facts || getDate(payDate).year !== year) return [];
    const major = (fact: string) => Number(facts[fact]) / 100;
    return [
      {
        id: newId(),
        auto_deposit_id: subject,
        account_id,
        event_key: key,
        employer: description,
        pay_date: dayText(payDate),
        frequency: facts['frequency'] as ListRow<'pay_stubs'>['frequency'],
        filing_status: facts['filingStatus'] as ListRow<'pay_stubs'>['filing_status'],
        gross: major('gross'),
        retirement: major('retirement'),
        health: major('health'),
        hsa: major('hsa'),
        federal_tax: major('federalTax'),
        social_security: major('socialSecurity'),
        medicare: major('medicare'),
        state_tax: major('stateTax'),
        net: major('net'),
        employer_match: major('match'),
        federal_wages: major('federalWages'),
        social_security_wages: major('socialSecurityWages'),
        medicare_wages: major('ficaWages'),
        ...(facts['children'] !== undefined && { children: Number(facts['children']) }),
      },
    ];
  });
}

function createPeople(context: Context): Records {
  const { plan, planned, today, now, idOf, newId } = context;
  const { people } = plan;
  if (!people) return {};
  const account_id = idOf(people.account);
  const getPerson = (who: string) => {
    const { name = who, address = '' } = people.contacts[who] ?? {};
    return { name, address };
  };
  const payments = people.payments.map(
    ({ who, direction, amount, note, daysAgo }, index): ListRow<'peer_payments'> => {
      const created = planned.people[index];
      const at = created ? context.placeOf(created.action).at : '';
      return {
        ...getPerson(who),
        peer_transfer_id: created?.reference ?? newId(),
        kind: 'payment',
        direction,
        state: 'completed',
        note,
        amount,
        currency: 'USD',
        at,
        day: dayText(today - daysAgo),
        closed_at: at,
        account_id,
        account_amount: amount,
        account_currency: 'USD',
      };
    },
  );
  const requests = people.requests.map(({ who, amount, note, daysAgo }): ListRow<'peer_payments'> => {
    const at = now - daysAgo * DAY_MS;
    return {
      ...getPerson(who),
      peer_transfer_id: newId(),
      kind: 'request',
      direction: 'in',
      state: 'pending',
      note,
      amount,
      currency: 'USD',
      account_id,
      at: new Date(at).toISOString(),
      day: dayText(today - daysAgo),
      expires_at: new Date(at + REQUESTS_EXPIRE_AFTER_DAYS * DAY_MS).toISOString(),
    };
  });
  const created_at = payments[0]?.at ?? new Date(now).toISOString();
  return {
    contacts: Object.values(people.contacts).map((person) => ({ ...person, created_at })),
    peer_payments: [...payments, ...requests],
  };
}

function createCardRecords(context: Context): Records {
  const { plan, planned, today, idOf, newId } = context;
  const { dispute } = plan;
  return {
    virtual_cards: plan.virtualCards.map((card) => ({
      id: newId(),
      card_id: idOf(card.card),
      name: card.name,
      expires_on: dayText(today + card.expiresInDays),
      spend_limit: card.spendLimit,
      merchant: card.merchant,
      status: 'active',
      created_at: instantAgo(context, card.createdDaysAgo),
    })),
    card_controls: plan.cardControls.map(({ card, kind, amount, createdDaysAgo }) => ({
      id: newId(),
      card_id: idOf(card),
      kind,
      amount,
      created_at: instantAgo(context, createdDaysAgo, MORNING + 5),
    })),
    limit_requests: plan.limitRequests.map(({ card, previous, granted, daysAgo, reason }) => ({
      id: newId(),
      card_id: idOf(card),
      requested: granted,
      granted,
      previous,
      currency: 'USD',
      decision: 'approved',
      reasons: [reason],
      facts: {},
      policy: 'limits-1',
      decided_at: instantAgo(context, daysAgo),
    })),
    ...(dispute && {
      disputes: [
        {
          id: newId(),
          card_id: idOf(dispute.card),
          entry: planned.disputed ? context.placeOf(planned.disputed).place : 0,
          charged_on: dayText(today - dispute.chargedDaysAgo),
          merchant: dispute.merchant,
          category: dispute.category,
          amount: dispute.amount,
          currency: 'USD',
          reason: dispute.reason,
          description: dispute.description,
          status: 'won',
          opened_at: instantAgo(context, dispute.openedDaysAgo, 7 * 60),
          decide_on: dayText(today - dispute.openedDaysAgo + dispute.reviewDays),
          decided_at: instantAgo(context, dispute.openedDaysAgo - dispute.reviewDays),
          outcome: dispute.outcome,
        },
      ],
    }),
  };
}

/**
 * Returns the loan applications with the credit policy's decisions, assuming constant income and
 * installments.
 */
function createApplications(context: Context): Household['applications'] {
  const { applications } = context.plan;
  if (!applications) return [];
  const applicant = {
    applicant_name: applications.applicant,
    email: null,
    annual_income: applications.annualIncome,
    employment_status: 'EMPLOYED',
    monthly_debt: 0,
  };
  return applications.items.map(({ type, amount, term, collateral, purpose, daysAgo, undecided, ended }) => {
    const application = {
      ...applicant,
      purpose,
      loan_type: type,
      loan_amount: amount,
      term_months: term,
      ...(collateral !== undefined && { collateral_value: collateral, down_payment: collateral - amount }),
    };
    if (undecided)
      return { ...application, status: 'submitted', submitted_at: instantAgo(context, daysAgo, 19 * 60) };
    const request: CreditRequest = {
      type,
      amount: toMinor(amount),
      term,
      collateralValue: collateral === undefined ? null : toMinor(collateral),
    };
    const decision = decide(policyFacts(context.plan, daysAgo), request);
    return {
      ...application,
      status: ended?.status ?? decision.decision,
      submitted_at: instantAgo(context, daysAgo),
      reviewed_at: instantAgo(context, daysAgo, 15 * 60),
      decided_at: instantAgo(context, daysAgo - 1, 9 * 60),
      expires_at: instantAgo(context, daysAgo - 1 - OFFER_DAYS, 9 * 60),
      ...(ended && { ended_at: instantAgo(context, daysAgo - 1 - ended.afterDays, 9 * 60) }),
      decision,
    };
  });
}

function policyFacts({ applications, debts, cards }: PersonaPlan, daysAgo: number): PolicyFacts {
  const monthlyIncome = Math.round(toMinor(applications?.annualIncome ?? 0) / 12);
  const installments = debts.reduce(
    (sum, { amount, rate, months }) => sum + monthlyPayment(toMinor(amount), rate, months),
    0,
  );
  const fixed = cards.reduce((sum, { pays }) => sum + (typeof pays === 'number' ? toMinor(pays) : 0), 0);
  return {
    monthlyIncome,
    income: { basis: 'deposits', stated: monthlyIncome, most: monthlyIncome },
    monthlyDebt: installments + fixed,
    monthsOfHistory: MONTHS_OF_HISTORY - Math.floor(daysAgo / DAYS_A_MONTH),
    latePayments: 0,
    worstLate: 0,
    score: applications?.score ?? 0,
    utilization: applications?.utilization ?? 0,
  };
}
