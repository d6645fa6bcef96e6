import { PMI_RATE, requiresInsurance } from '../../../engine/products/debts/mortgage-insurance.ts';
import type { ScenarioAct, ScenarioLine } from './scenario-lines.ts';
import type { Game } from './scenarios.ts';

/** Runs a list of actions through the bank at 10 AM on each action's day, until the scenario ends. */
export async function performLine(game: Game, line: ScenarioLine): Promise<void> {
  for (const [day, ...acts] of line) {
    if (day > 0) await game.live(day);
    if ((await game.play()).state !== 'playing') return;
    for (const act of acts) await actIn(game, act);
  }
}

async function actIn(game: Game, act: ScenarioAct): Promise<void> {
  switch (act.do) {
    case 'transfer':
      return game.transfer(act.from, act.to, act.amount);
    case 'level':
      return level(game, act);
    case 'standing':
      return status(game, act);
    case 'pay':
      return pay(game, act);
    case 'autopay':
      return game.autopay(act.of, act.from, 'statement');
    case 'freeze':
      return change(game, 'credit_cards', act.card, { frozen: true });
    case 'stop':
      return game.change(act.rule, { paused: true });
    case 'pause':
      return game.call('pause_debt', { debt_id: game.getId(act.debt), months: act.months });
    case 'refinance':
      return refinance(game, act);
    case 'contribute':
      return contribute(game, act);
    case 'limit':
      return limit(game, act);
    case 'buy home':
      return buyHome(game, act);
  }
}

type Of<Do extends ScenarioAct['do']> = Extract<ScenarioAct, { do: Do }>;

const cents = (amount: number) => Math.round(amount * 100) / 100;

/** Moves at most the available amount. */
async function level(game: Game, { account, with: counterAccount, keep }: Of<'level'>): Promise<void> {
  const above = cents((await game.balance(account)) - keep);
  if (above > 0) await game.transfer(account, counterAccount, above);
  const lacks = Math.min(-above, await game.balance(counterAccount));
  if (lacks > 0) await game.transfer(counterAccount, account, lacks);
}

async function status(game: Game, { from, to, amount, day }: Of<'standing'>): Promise<void> {
  const { start } = game.pack;
  const isCard = start.cards.some(({ id }) => id === to);
  const isLoan = start.loans.some(({ id }) => id === to);
  const target = isCard ? 'card_id' : isLoan ? 'loan_id' : 'to_account_id';
  const today = await getToday(game);
  const [year = 0, month = 1] = today.split('-').map(Number);
  const here = getDay(year, month, day);
  await game.client
    .from('scheduled_payments')
    .insert({
      account_id: game.getId(from),
      [target]: game.getId(to),
      name: `To ${to}`,
      amount,
      frequency: 'MONTHLY',
      start_date: here > today ? here : getDay(year + Math.floor(month / 12), (month % 12) + 1, day),
    })
    .throwOnError();
}

/** Returns the customer's simulated day as text. */
async function getToday(game: Game): Promise<string> {
  const now = new Date(await game.call('simulated_now'));
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(now);
}

const getDay = (year: number, month: number, day: number) =>
  [year, month, day].map((part) => String(part).padStart(2, '0')).join('-');

/** Makes an extra payment on a loan, or a manual payment on a card. */
async function pay(game: Game, { on, from, amount }: Of<'pay'>): Promise<void> {
  const most = cents(Math.min(amount, await game.owed(on), await game.balance(from)));
  if (most <= 0) return;
  const isCard = game.pack.start.cards.some(({ id }) => id === on);
  if (isCard) await game.pay(on, from, most);
  else await game.payExtra(on, from, most);
}

async function refinance(game: Game, { loans, months, pays }: Of<'refinance'>): Promise<void> {
  const offer = await game.call('refinance_offer', {
    debt_ids: loans.map((name) => game.getId(name)),
    term: months,
    purpose: 'loan',
  });
  const loan = await game.call('accept_refinance', { offer_id: offer.offer_id });
  await game.client
    .from('loans')
    .update({ autopay_account_id: game.getId(pays) })
    .eq('id', loan.id)
    .throwOnError();
}

/** Changes the 401(k) contribution in the details of a paycheck. */
async function contribute(game: Game, { income, percent }: Of<'contribute'>): Promise<void> {
  const id = game.getId(income);
  const { data } = await game.client
    .from('auto_deposits')
    .select('pay_details')
    .eq('id', id)
    .single()
    .throwOnError();
  await game.client
    .from('auto_deposits')
    .update({ pay_details: { ...data.pay_details, retirement_percent: percent } })
    .eq('id', id)
    .throwOnError();
}

async function limit(game: Game, { card, category, amount }: Of<'limit'>): Promise<void> {
  const match = await game.client
    .from('categories')
    .select('id')
    .eq('name', category)
    .eq('kind', 'spending')
    .single()
    .throwOnError();
  await game.client
    .from('card_controls')
    .insert({ card_id: game.getId(card), kind: 'month', category_id: match.data.id, amount })
    .throwOnError();
}

async function buyHome(game: Game, { price, down, rate, years, from, pays }: Of<'buy home'>): Promise<void> {
  const account = game.getId(from);
  const paid = Math.min(down, Math.floor(await game.balance(from)));
  const isInsured = requiresInsurance(price, paid);
  const bought = await game.call('take_mortgage', {
    property_value: price,
    down_payment: paid,
    ...(isInsured && { pmi_rate: PMI_RATE }),
    interest_rate: rate,
    term: years,
    account_id: account,
  });
  await game.client
    .from('mortgages')
    .update({ autopay_account_id: game.getId(pays) })
    .eq('id', bought.id)
    .throwOnError();
}

async function change(game: Game, table: string, name: string, values: object): Promise<void> {
  await game.client.from(table).update(values).eq('id', game.getId(name)).throwOnError();
}
