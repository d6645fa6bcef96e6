import { money, sumAmounts } from '../../../../assistant/format.ts';
import type { AnswerContext } from '../answer-context.ts';
import { getHref } from '../answers/balance.ts';
import { type ActionOf, CannotPropose, change, changeBalance, type Effect, getAccount } from './effect.ts';

type Goal = {
  id: string;
  name: string;
  target: number;
  target_date: string | null;
  currency: string;
  account_id: string;
};

async function loadGoal(id: string, { client }: AnswerContext): Promise<Goal> {
  const { data } = await client
    .from('goals')
    .select('id, name, target, target_date, currency, account_id')
    .eq('id', id)
    .maybeSingle()
    .throwOnError();
  if (data === null) throw new CannotPropose("We couldn't find that goal.");
  return data as Goal;
}

export async function previewGoalContribution(
  { goal: { id }, from, amount }: ActionOf<'contribute_goal'>,
  context: AnswerContext,
): Promise<Effect> {
  const goal = await loadGoal(id, context);
  const payer = getAccount(from, context);
  const home = context.findAccount({ id: goal.account_id });
  if (payer.balance < amount)
    throw new CannotPropose(
      `${payer.name} has only ${money(payer.balance, payer.currency)}. Choose a smaller amount or another account.`,
    );
  const formatted = money(amount, payer.currency);
  const isSameAccount = goal.account_id === payer.id;
  const isConverted = payer.currency !== goal.currency;
  return {
    kind: 'contribute_goal',
    parameters: { goal: id, from: payer.id, amount, undoable: String(!isConverted) },
    expects: { [payer.id]: payer.balance },
    title: `Add ${formatted} to ${goal.name} from ${payer.name}`,
    changes: [
      ...(isSameAccount
        ? [change(payer.name, 'Set aside. The money stays in the account.')]
        : [
            changeBalance(payer.name, payer.balance, sumAmounts([payer.balance, -amount]), payer.currency),
            ...(home && !isConverted
              ? [changeBalance(home.name, home.balance, sumAmounts([home.balance, amount]), home.currency)]
              : []),
          ]),
    ],
    warnings: isConverted ? ["You can't undo this because it converts currency."] : [],
    href: `/goals/${id}`,
    done: `Added ${formatted} to ${goal.name}.`,
    ...(!isConverted && { undone: `Took ${formatted} back from ${goal.name}.` }),
  };
}

export async function previewGoalChange(
  { goal: { id }, target, on }: ActionOf<'change_goal'>,
  context: AnswerContext,
): Promise<Effect> {
  const goal = await loadGoal(id, context);
  const { name, currency } = goal;
  const before = target === null ? goal.target_date : null;
  const after = target === null ? context.formatDay(on ?? '') : money(target, currency);
  return {
    kind: 'change_goal',
    parameters: { goal: id, target, date: on },
    title: `Change the target ${target === null ? 'date ' : ''}of ${name} to ${after}`,
    changes: [
      target === null
        ? change('Target date', after, before === null ? 'None' : context.formatDay(before))
        : change('Target', after, money(goal.target, currency)),
    ],
    href: `/goals/${id}`,
    done: `The target ${target === null ? 'date ' : ''}of ${name} is now ${after}.`,
    undone: `We changed ${name} back.`,
  };
}

export async function previewRedemption(
  { card: { id }, account, amount: stated }: ActionOf<'redeem'>,
  context: AnswerContext,
): Promise<Effect> {
  const card = context.customer.cards.find((item) => item.id === id);
  if (!card) throw new CannotPropose("We couldn't find that card. It may be closed.");
  const { data } = await context.client
    .from('credit_cards')
    .select('rewards_balance')
    .eq('id', id)
    .throwOnError();
  const available = (data as { rewards_balance: number }[])[0]?.rewards_balance ?? 0;
  const to = account ? getAccount(account, context) : null;
  // A statement credit can't exceed what is owed.
  const most = to ? available : Math.min(available, card.balance);
  const amount = stated ?? most;
  const { name, currency } = card;
  if (amount <= 0) throw new CannotPropose(`You don't have any rewards to redeem on ${name}.`);
  if (amount > most)
    throw new CannotPropose(
      `You can redeem up to ${money(most, currency)} on ${name}${to ? '' : ' as a statement credit'}.`,
    );
  const formatted = money(amount, currency);
  return {
    kind: 'redeem_rewards',
    parameters: { card: id, account: to?.id ?? null, amount },
    expects: { [id]: card.balance, ...(to && { [to.id]: to.balance }) },
    title: `Redeem ${formatted} of rewards on ${name} ${to ? `into ${to.name}` : 'as a statement credit'}`,
    changes: [
      change('Rewards', money(sumAmounts([available, -amount]), currency), money(available, currency)),
      to
        ? changeBalance(to.name, to.balance, sumAmounts([to.balance, amount]), to.currency)
        : changeBalance(`Owed on ${name}`, card.balance, sumAmounts([card.balance, -amount]), currency),
    ],
    href: getHref({ is: 'card', id }),
    done: `Redeemed ${formatted} of rewards on ${name}.`,
  };
}
