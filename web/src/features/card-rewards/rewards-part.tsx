import { toMinor } from '@engine/money/minor.ts';
import { getCardProduct, getCardRewards } from '@engine/products/cards/card-catalog.ts';
import { useState } from 'react';
import { z } from 'zod';
import { getAccountOptions } from '@/entities/account/account-field';
import { statementPath } from '@/entities/card/card-paths';
import { entriesSince } from '@/entities/card/entries';
import { creditCardMutations } from '@/entities/card/mutations';
import type { Card } from '@/entities/card/queries';
import { describeRewards } from '@/entities/card/rewards-text';
import type { CardView } from '@/entities/card/use-card-view';
import { Explain } from '@/entities/explanation/explain';
import { useReviewedForm } from '@/entities/refusal/use-bank-form';
import { EntryRow } from '@/features/card-transactions/entry-row';
import { formatAs, formatListDate, formatTextDate, getDay } from '@/lib/dates';
import { amountField } from '@/lib/fields';
import { formatMoney, formatTypedAmount, sumAmounts } from '@/lib/money';
import { useIdempotentMutation } from '@/lib/request-id';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { FirstRows } from '@/ui/first-rows';
import { AmountField } from '@/ui/forms/amount-field';
import { Form } from '@/ui/forms/form';
import { Review, ReviewChange, ReviewStep } from '@/ui/forms/review';
import { SelectField } from '@/ui/forms/select-field';
import { Money } from '@/ui/money';
import { Dialog } from '@/ui/overlays/dialog';
import { Section } from '@/ui/page';
import { Row, RowList } from '@/ui/row-list';
import { BonusCategories } from './bonus-categories';
import { computeRewardsByCategory } from './rewards';

/**
 * The smallest difference that is shown, in major units. Smaller differences come from rounding each
 * category.
 */
const UNCOUNTED_FROM = 0.05;

const STATEMENTS_EXPLAINED = 6;

export function RewardsPart({ view }: { view: CardView }) {
  const { card, statements, status } = view;
  const earned = computeRewardsByCategory(entriesSince(view.closedOn, view.entries, view.zone), card.product);
  const product = getCardProduct(card.product) ?? { rewards: getCardRewards() };
  const isInPoints = 'points' in product;
  const points = toMinor(card.rewards_balance);
  const [redeeming, setRedeeming] = useState(false);
  const redeemed = view.entries.filter(({ kind }) => kind === 'reward_redemption');
  const rewarded = statements.filter(({ rewards }) => rewards > 0);
  return (
    <div className="grid grid-cols-1 gap-x-16 gap-y-12 lg:grid-cols-2">
      <section>
        <p className="text-ink-3 text-sm">Available rewards</p>
        <div aria-live="polite">
          <Explain
            title="Rewards earned"
            formula={`${describeRewards(product)}, per statement, minus refunds and redemptions.`}
            inputs={[
              ...rewarded.slice(0, STATEMENTS_EXPLAINED).map(({ to_date, rewards }) => ({
                name: `Statement of ${formatTextDate(to_date)}`,
                value: formatMoney(rewards, card.currency, true),
              })),
              { name: 'Available', value: formatMoney(card.rewards_balance, card.currency) },
            ]}
            postings={redeemed.slice(0, STATEMENTS_EXPLAINED).map(({ at, amount }) => ({
              day: getDay(at, view.zone),
              text: 'Redeemed',
              amount,
              currency: card.currency,
            }))}
          >
            <Money
              amount={card.rewards_balance}
              currency={card.currency}
              size="page"
              className="max-md:text-[2.625rem] max-md:leading-12"
            />
          </Explain>
        </div>
        {isInPoints && (
          <p className="mt-1 text-ink-2">
            <span className="figures">{points.toLocaleString('en-US')}</span> points, worth 1¢ each.
          </p>
        )}
        {status && status.rewardsSoFar > 0 && (
          <p className="mt-1 text-ink-2">
            <Money amount={status.rewardsSoFar} currency={card.currency} expected /> more when the statement
            closes on {formatListDate(status.closesOn)}.
          </p>
        )}
        <Button
          variant="primary"
          className="mt-5"
          disabled={card.rewards_balance <= 0}
          onClick={() => setRedeeming(true)}
        >
          Redeem rewards
        </Button>
        <p className="mt-3 max-w-100 text-ink-3 text-sm">
          Redeem for a statement credit or a deposit to your account. Rewards don't expire.
        </p>
        <Dialog open={redeeming} onClose={() => setRedeeming(false)} title="Redeem rewards">
          <RedeemForm view={view} onDone={() => setRedeeming(false)} />
        </Dialog>
      </section>
      <Section title="Earned since last statement" aside="expected">
        {earned.length === 0 ? (
          <p className="border-line border-t pt-4 text-ink-3">{describeRewards(product)}.</p>
        ) : (
          <RowList label="Earned since last statement">
            {earned.map(({ name, rate, spent, earned: amount }) => (
              <Row
                key={name}
                title={name}
                detail={
                  <>
                    {rate}% of{' '}
                    <Money amount={spent} currency={card.currency} size="small" className="font-normal!" />
                  </>
                }
                end={<Money amount={amount} currency={card.currency} signed expected />}
              />
            ))}
          </RowList>
        )}
        <UncountedNote view={view} earned={earned} />
      </Section>
      {status?.quarter && card.closed_at === null && <BonusCategories card={card} quarter={status.quarter} />}
      <Section title="By statement" className="lg:col-span-2">
        {rewarded.length === 0 ? (
          <p className="border-line border-t pt-4 text-ink-3">
            You don't have any rewards yet. We credit them when a statement closes.
          </p>
        ) : (
          <FirstRows label="Rewards by statement" items={rewarded}>
            {(statement) => (
              <Row
                key={statement.id}
                to={statementPath(card.id, statement.to_date)}
                title={formatAs(statement.to_date, 'MMMM yyyy')}
                detail={`Credited ${formatTextDate(statement.to_date)}`}
                end={<Money amount={statement.rewards} currency={card.currency} signed />}
              />
            )}
          </FirstRows>
        )}
      </Section>
      {redeemed.length > 0 && (
        <Section title="Redeemed as statement credit" className="lg:col-span-2">
          <RowList label="Redeemed as statement credit">
            {redeemed.map((entry) => (
              <EntryRow key={entry.id} entry={entry} currency={card.currency} zone={view.zone} />
            ))}
          </RowList>
        </Section>
      )}
    </div>
  );
}

/**
 * Renders a note for a household that was imported in the middle of a cycle. Only later purchases earn
 * rewards.
 */
function UncountedNote({
  view,
  earned,
}: {
  view: CardView;
  earned: ReturnType<typeof computeRewardsByCategory>;
}) {
  const sum = earned.reduce((total, { earned: amount }) => total + amount, 0);
  const counted = view.status?.rewardsSoFar ?? sum;
  if (counted >= sum - UNCOUNTED_FROM) return null;
  return (
    <p className="mt-3 text-ink-3 text-sm">
      Earlier purchases in this sample household don't earn rewards. You'll receive{' '}
      <Money amount={counted} currency={view.card.currency} size="small" /> when your statement closes.
    </p>
  );
}

/** The form value of the statement credit option. */
const CREDIT = '';

function RedeemForm({ view, onDone }: { view: CardView; onDone: () => void }) {
  const { card } = view;
  const accounts = view.accounts.filter(({ currency }) => currency === card.currency);
  const canCredit = card.balance > 0;
  const { send } = useIdempotentMutation(creditCardMutations.redeem);
  const { control, submit, watch, isSubmitting, reviewed, edit } = useReviewedForm({
    schema: redemptionSchema(card),
    defaults: {
      amount: formatTypedAmount(card.rewards_balance),
      accountId: canCredit ? CREDIT : (accounts[0]?.id ?? CREDIT),
    },
    currency: card.currency,
    refusedField: 'amount',
    onConfirm: async ({ amount, accountId }) => {
      await send({ card_id: card.id, amount, account_id: accountId });
      toast.success(`${formatMoney(amount, card.currency)} in rewards redeemed`);
      onDone();
    },
  });

  if (reviewed) {
    const account = accounts.find(({ id }) => id === reviewed.accountId);
    const { balance } = account ?? card;
    const amount = formatMoney(reviewed.amount, card.currency);
    return (
      <ReviewStep
        confirm={`Redeem ${amount} ${account ? `to ${account.name}` : 'as statement credit'}`}
        busy={isSubmitting}
        onConfirm={() => void submit()}
        onEdit={edit}
      >
        <Review>
          <ReviewChange
            label="Rewards"
            before={card.rewards_balance}
            after={sumAmounts([card.rewards_balance, -reviewed.amount])}
            currency={card.currency}
          />
          <ReviewChange
            label={account ? account.name : `Balance on ${card.name}`}
            before={balance}
            after={sumAmounts([balance, account ? reviewed.amount : -reviewed.amount])}
            currency={card.currency}
          />
        </Review>
      </ReviewStep>
    );
  }
  return (
    <Form onSubmit={submit} verb="Review">
      <AmountField
        control={control}
        name="amount"
        label="Amount"
        hint={`${formatMoney(card.rewards_balance, card.currency)} available to redeem.`}
        size="page"
        currency={card.currency}
        autoFocus
      />
      <SelectField
        control={control}
        name="accountId"
        label="Redeem as"
        hint={watch('accountId') === CREDIT ? 'The credit counts as a payment on your statement.' : undefined}
        options={[
          ...(canCredit ? [{ value: CREDIT, label: `Statement credit on ${card.name}` }] : []),
          ...getAccountOptions(accounts),
        ]}
      />
    </Form>
  );
}

function redemptionSchema({ rewards_balance: rewards, balance, currency }: Card) {
  return z
    .object({ amount: amountField(), accountId: z.string().transform((id) => id || null) })
    .superRefine(({ amount, accountId }, context) => {
      const message =
        amount > rewards
          ? `That's more than you've earned. You have ${formatMoney(rewards, currency)} available.`
          : accountId === null && amount > balance
            ? `That's more than you owe. Your balance is ${formatMoney(balance, currency)}.`
            : undefined;
      if (message) context.addIssue({ code: 'custom', path: ['amount'], message });
    });
}
