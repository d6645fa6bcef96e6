import { money, percent, sumAmounts } from '../../../../assistant/format.ts';
import { monthlyInterest } from '../../../../engine/money/amortization.ts';
import { toMinor } from '../../../../engine/money/minor.ts';
import type { AnswerContext } from '../answer-context.ts';
import { getHref } from '../answers/balance.ts';
import { explainNoDraw, getAvailableCredit } from '../answers/credit-lines.ts';
import { type ActionOf, CannotPropose, change, changeBalance, type Effect, getAccount } from './effect.ts';

/** Previews a draw from a home equity line: what is owed, what stays available, and what it costs. */
export async function previewDraw(
  { line: { id }, to, amount }: ActionOf<'draw_line'>,
  context: AnswerContext,
): Promise<Effect> {
  const snapshot = await context.loadState();
  const debt = snapshot?.state.debts.find((candidate) => candidate.id === id);
  if (!debt?.line) throw new CannotPropose("We couldn't find that line of credit. It may be closed.");
  const account = getAccount(to, context);
  const { name, currency, rate, line } = debt;
  if (account.currency !== currency)
    throw new CannotPropose(`${name} is in ${currency}. Choose an account in the same currency.`);
  const reason = explainNoDraw({ ...debt, line }, context);
  if (reason !== null) throw new CannotPropose(reason);
  const owed = debt.balance / 100;
  const available = getAvailableCredit({ ...debt, line }) / 100;
  if (amount > available)
    throw new CannotPropose(`You can draw up to ${money(available, currency)} from ${name}.`);
  const formatted = money(amount, currency);
  const after = sumAmounts([owed, amount]);
  const interest = monthlyInterest(toMinor(amount), rate) / 100;
  return {
    kind: 'draw_line',
    parameters: { line: id, to: account.id, amount },
    expects: { [id]: owed, [account.id]: account.balance },
    title: `Draw ${formatted} from ${name} to ${account.name}`,
    changes: [
      changeBalance(`Owed on ${name}`, owed, after, currency),
      change(
        'Available credit',
        money(sumAmounts([available, -amount]), currency),
        money(available, currency),
      ),
      changeBalance(account.name, account.balance, sumAmounts([account.balance, amount]), currency),
      change('Interest on this draw', `About ${money(interest, currency)} a month at ${percent(rate)}`),
    ],
    warnings: ['Your home secures this line. The rate can change each month.'],
    href: getHref({ is: 'loan', id }),
    done: `Drew ${formatted} from ${name} to ${account.name}.`,
  };
}
