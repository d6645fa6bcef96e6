import { counted, listed, money } from '../../../../assistant/format.ts';
import { formatFilter, getQuery } from '../../../../assistant/format-search.ts';
import type { Task } from '../../../../assistant/intent.ts';
import { choices, type Figure, figures, how, link, text } from '../../../../assistant/parts.ts';
import { parseDay } from '../../../../engine/calendar/calendar.ts';
import { type Answer, type IntentOf, lead } from '../answer.ts';
import type { AnswerContext } from '../answer-context.ts';
import { getHref } from './balance.ts';
import { findTransactions, loadTotals, rowsPart } from './search.ts';

const RULE = 'Nothing changes until you review and confirm it on that page.';

/** Prepares a task on another page. The customer reviews and confirms it there. */
export function answerTask({ task }: IntentOf<'task'>, context: AnswerContext): Answer {
  switch (task.is) {
    case 'cancel_payment':
    case 'skip_payment':
    case 'change_payment':
      return answerPayment(task, context);
    case 'delete_goal':
      return answerDeleteGoal(task);
    case 'goal':
      return answerNewGoal(task, context);
    case 'autopay':
      return answerAutopay(task);
    case 'request':
      return answerRequest(task, context);
    case 'dispute':
      return answerDispute(task, context);
    case 'checkpoint':
      return answerCheckpoint(task);
    case 'rewind':
      return answerRewind(task, context);
    case 'reminder':
      return answerReminder();
  }
}

type TaskOf<Is extends Task['is']> = Extract<Task, { is: Is }>;

async function* answerPayment(
  task: TaskOf<'cancel_payment' | 'skip_payment' | 'change_payment'>,
  context: AnswerContext,
): Answer {
  const rule = context.customer.scheduledPayments.find(({ id }) => id === task.payment.id);
  if (!rule) return yield text("We couldn't find that scheduled payment. It may have been deleted.");
  const { name, amount, nextDay, frequency, accountId } = rule;
  const currency = context.findAccount({ id: accountId })?.currency ?? context.baseCurrency;
  const cost = amount === null ? '' : `, ${money(amount, currency)} ${frequency.toLowerCase()}`;
  const next = nextDay ? `, next on ${context.formatDay(nextDay)}` : '';
  const isCanceled = task.is === 'cancel_payment';
  const isSkipped = task.is === 'skip_payment';
  const changes =
    task.is !== 'change_payment'
      ? ''
      : task.amount === null
        ? `set its next date to ${context.formatDay(task.on ?? '')}`
        : `set its amount to ${money(task.amount, currency)}`;
  yield lead(
    isSkipped
      ? `To skip only the next ${name}${cost}${next}, open it under Upcoming in Scheduled payments and choose Skip. Later payments stay as they are, and nothing changes until you confirm there.`
      : isCanceled
        ? `To cancel ${name}${cost}${next}, open its menu in Scheduled payments and choose Delete or Pause. Nothing changes until you confirm there.`
        : `Open ${name}${cost}${next}, and ${changes}. Nothing changes until you save it there.`,
  );
  yield figures(
    amount === null ? null : { label: name, amount: -amount, currency },
    nextDay ? { label: 'Next payment', value: context.formatDay(nextDay) } : null,
  );
  yield how(`The scheduled payment ${name}.`, { rule: RULE });
  yield isCanceled || isSkipped
    ? link('Scheduled payments', '/scheduled-payments')
    : link(`Change ${name}`, `/scheduled-payments?edit=${rule.id}`);
  if (task.is === 'cancel_payment') yield choices(`What if I cancel ${name}?`);
}

async function* answerDeleteGoal({ goal: { name } }: TaskOf<'delete_goal'>): Answer {
  yield lead(
    `To delete ${name}, open its menu in Goals and choose Delete. Its money stays in your account, and nothing changes until you choose it there.`,
  );
  yield how(`The goal ${name}.`, { rule: 'You can undo it right after you delete it.' });
  yield link('Goals', '/goals');
}

async function* answerNewGoal(
  { name, amount, currency, on }: TaskOf<'goal'>,
  { baseCurrency, formatDay, customer }: AnswerContext,
): Answer {
  const target = money(amount, currency ?? baseCurrency);
  const format = formatDay.bind({ customer });
  yield lead(
    `A new goal: ${name}, ${target}${on ? ` by ${format(on)}` : ''}. Review it and confirm to create it.`,
  );
  const values = new URLSearchParams({ new: 'goal', name, target: String(amount), ...(on && { date: on }) });
  yield figures(
    { label: name, amount, currency: currency ?? baseCurrency },
    on ? { label: 'Target date', value: format(on) } : null,
  );
  yield how(`A goal of ${target}.`, { rule: RULE });
  yield link('Create goal', `/goals?${values}`);
}

async function* answerAutopay({ cards }: TaskOf<'autopay'>): Answer {
  const names = listed(cards.map(({ name }) => name));
  const page = cards.length > 1 ? 'each card' : 'the card';
  yield lead(
    `To set up, change, or turn off autopay for ${names}, open ${page} and choose what we pay on each due date. Nothing changes until you save it there.`,
  );
  yield how(`Autopay for ${names}.`, { rule: RULE });
  for (const { id, name } of cards)
    yield link(cards.length > 1 ? `Autopay for ${name}` : 'Autopay', `${getHref({ is: 'card', id })}/manage`);
}

async function* answerRequest(
  { people, amount, ways, note }: TaskOf<'request'>,
  { baseCurrency: currency, customer }: AnswerContext,
): Answer {
  const shares = Math.max(1, ways);
  const share = Math.floor(Math.round(amount * 100) / shares) / 100;
  const names = people.map(({ name }) => name);
  const isSplit = shares > people.length;
  yield lead(
    `Request ${money(share, currency)} from ${listed(names)}${names.length > 1 ? ' each' : ''}${note ? ` for ${note}` : ''}? ${isSplit ? `That's ${money(amount, currency)} split ${shares} ways, including you. ` : ''}We won't send anything until you confirm.`,
  );
  yield figures(...names.map((name): Figure => ({ label: name, amount: share, currency })));
  yield how(`${money(amount, currency)} ÷ ${shares}, rounded down to the cent.`, { rule: RULE });
  for (const { id, name } of people.slice(0, 4)) {
    const address = customer.contacts.find((contact) => contact.id === id)?.address;
    const values = new URLSearchParams({
      request: address ?? '',
      amount: String(share),
      ...(note && { note }),
    });
    yield link(`Request ${money(share, currency)} from ${name}`, `/people?${values}`);
  }
}

async function* answerDispute({ filter, nth }: TaskOf<'dispute'>, context: AnswerContext): Answer {
  const query = getQuery(filter, null, context.customer);
  const [{ times }, rows] = await Promise.all([loadTotals(query, context), findTransactions(query, context)]);
  const scope = `${formatFilter(filter, context.customer, 'out')}${filter.period ? ` ${filter.period.text}` : ''}`;
  const chosen = nth ? rows[nth - 1] : rows.length === 1 ? rows[0] : undefined;
  if (chosen) {
    const amount = money(Math.abs(chosen.amount), chosen.currency);
    const day = context.formatDay(context.getDay(chosen.at));
    const isCard = chosen.source === 'card';
    yield lead(
      isCard
        ? `Dispute ${chosen.title}, ${amount} on ${day} (${chosen.place})? Open it on the card to choose a reason and confirm.`
        : `${chosen.title}, ${amount} on ${day}, was paid from ${chosen.place}. Only card charges can be disputed. Our support team can help.`,
    );
    const card = context.customer.cards.find(({ name }) => name === chosen.place);
    yield* rowsPart('The charge', [chosen], { query, total: 1 });
    yield how('The charge to dispute.', { query, rule: RULE });
    if (isCard && card)
      yield link(
        `Dispute on ${card.name}`,
        `${getHref({ is: 'card', id: card.id })}?${new URLSearchParams({ q: chosen.title })}`,
      );
    else yield link('Contact support', '/support');
    return;
  }
  if (rows.length > 0) {
    yield lead(`We found ${counted(times, 'transaction')}${scope}. Which one do you want to dispute?`);
    yield* rowsPart(`Transactions${scope}`, rows, { query, total: times });
    yield how(`Transactions${scope}.`, { query });
    yield choices(
      ...rows.slice(0, 2).map(({ title, amount, currency }, index) => ({
        label: `${title}, ${money(Math.abs(amount), currency)}`,
        ask: index === 0 ? 'The first one' : 'The second one',
      })),
    );
    return;
  }
  yield lead(`We couldn't find a transaction${scope}. These are your latest card charges.`);
  const nearby = await findTransactions('is:card is:out', context, 5);
  yield* rowsPart('Latest card charges', nearby, { query: 'is:card is:out', total: nearby.length });
  yield how(`Transactions${scope}.`, { query });
  yield link('Freeze a card', '/credit-cards');
}

async function* answerCheckpoint({ name }: TaskOf<'checkpoint'>): Answer {
  yield lead(
    `Save a checkpoint${name ? ` named “${name}”` : ''} in Settings. It saves your whole bank, so you can return to this point.`,
  );
  yield how('A new checkpoint.', { rule: RULE });
  const values = name ? `?${new URLSearchParams({ checkpoint: name })}` : '';
  yield link('Save checkpoint', `/settings/time${values}`);
}

type Checkpoint = { name: string; at: string };

async function* answerRewind({ on }: TaskOf<'rewind'>, context: AnswerContext): Answer {
  const { data } = await context.client
    .from('checkpoints')
    .select('name, at')
    .order('at', { ascending: false })
    .limit(50)
    .throwOnError();
  const checkpoints = (data as Checkpoint[]).map(({ name, at }) => ({ name, day: context.getDay(at) }));
  const target = on ?? context.customer.today;
  const [nearest] = checkpoints.toSorted((a, b) => distance(a.day, target) - distance(b.day, target));
  yield lead(
    nearest
      ? `You can go back to a checkpoint. The closest${on ? ` to ${context.formatDay(on)}` : ''} is “${nearest.name}” from ${context.formatDay(nearest.day)}. We'll save your current state first.`
      : "You can go back only to a checkpoint, and you don't have any yet. We save one before each fast-forward.",
  );
  if (checkpoints.length > 0)
    yield figures(
      ...checkpoints
        .slice(0, 5)
        .map(({ name, day }): Figure => ({ label: name, value: context.formatDay(day) })),
    );
  yield how('Your checkpoints.', { rule: RULE });
  yield link('Restore a checkpoint', '/settings/time');
}

const distance = (day: string, target: string) => Math.abs(parseDay(day) - parseDay(target));

async function* answerReminder(): Answer {
  yield lead(
    "We don't have custom reminders. We notify you before payments are due and when money arrives, and you can choose which notifications you get.",
  );
  yield how('Notifications.', {
    rule: 'Reminders come from your scheduled payments, cards, loans, and budgets.',
  });
  yield link('Notification settings', '/settings/notifications');
  yield choices("What's due this week?");
}
