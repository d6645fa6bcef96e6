import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { getAccountOptions } from '@/entities/account/account-field';
import { type Account, accountQueries, canPayIn } from '@/entities/account/queries';
import { type Card, creditCardQueries } from '@/entities/card/queries';
import { useBankForm } from '@/entities/refusal/use-bank-form';
import { formatMoney } from '@/lib/money';
import { useIdempotentMutation } from '@/lib/request-id';
import { toast } from '@/lib/toast';
import { Form } from '@/ui/forms/form';
import { SelectField } from '@/ui/forms/select-field';
import { combineQueries, Loaded } from '@/ui/loaded';
import { Dialog } from '@/ui/overlays/dialog';
import { type Costs, type DecisionKind, describeRisk } from './decision-text';
import { surpriseMutations } from './queries';

export type OpenDecision = {
  id: string;
  /** The item that broke, such as `water heater`. */
  name: string;
  problem: string;
  currency: string;
  costs: Costs;
  /** In major units. */
  amounts: Record<'repair' | 'replace', number>;
  /** The last day of the decision. */
  until: string;
  /** The day on which the item is repaired if the customer doesn't decide. */
  decidedOn: string;
};

type DecisionDialogProps = { decision: OpenDecision; kind: DecisionKind; onClose: () => void };

const TITLES: Record<DecisionKind, string> = { repair: 'Repair', replace: 'Replace', wait: 'Wait to fix' };

/** Renders what follows a choice, and confirms it. A repair or replacement is paid at once. */
export function DecisionDialog({ decision, kind, onClose }: DecisionDialogProps) {
  const { name, costs } = decision;
  const accounts = useQuery(accountQueries.list());
  const cards = useQuery(creditCardQueries.list());
  return (
    <Dialog onClose={onClose} title={`${TITLES[kind]} the ${name}`}>
      <p>{describeRisk(kind, name, costs)}</p>
      <div className="mt-5">
        <Loaded
          from={combineQueries(accounts, cards)}
          failure="We couldn't load your accounts and cards."
          rows={1}
        >
          {([accounts, cards]) => (
            <DecisionForm
              decision={decision}
              kind={kind}
              onDone={onClose}
              payers={getPayers(
                accounts,
                cards,
                decision.currency,
                kind === 'wait' ? 0 : decision.amounts[kind],
              )}
            />
          )}
        </Loaded>
      </div>
    </Dialog>
  );
}

type Payers = ReturnType<typeof getPayers>;

/**
 * Returns the open accounts and cards, as options: those that can pay the amount first, and checking accounts
 * before others. Cards have a prefix.
 */
function getPayers(accounts: readonly Account[], cards: readonly Card[], currency: string, amount: number) {
  const checkingFirst = accounts
    .filter((account) => canPayIn(account, currency))
    .toSorted((left, right) => Number(right.type === 'CHECKING') - Number(left.type === 'CHECKING'))
    .toSorted(
      (left, right) => Number(right.available_balance >= amount) - Number(left.available_balance >= amount),
    );
  return [
    ...getAccountOptions(checkingFirst),
    ...cards
      .filter((card) => !card.closed_at && card.currency === currency && !card.frozen)
      .map(({ id, name, available_credit }) => ({
        value: `${CARD}${id}`,
        label: `${name}: ${formatMoney(available_credit, currency)} available`,
      })),
  ];
}

const CARD = 'card:';

type DecisionFormProps = {
  decision: OpenDecision;
  kind: DecisionKind;
  payers: Payers;
  onDone: () => void;
};

function DecisionForm({ decision, kind, payers, onDone }: DecisionFormProps) {
  const { id, name, currency, costs } = decision;
  const { send } = useIdempotentMutation(surpriseMutations.decide);
  const { control, submit, isSubmitting, formState } = useBankForm({
    schema: z.object({ payer: z.string() }),
    defaults: { payer: payers[0]?.value ?? '' },
    currency,
    refusedField: kind === 'wait' ? 'root' : 'payer',
    onSubmit: async ({ payer }) => {
      const paidBy = payer.startsWith(CARD) ? { card_id: payer.slice(CARD.length) } : { account_id: payer };
      await send({ surprise: id, choice: kind, ...(kind !== 'wait' && paidBy) });
      toast.success(DONE[kind](name));
      onDone();
    },
  });
  if (kind !== 'wait' && payers.length === 0)
    return <p className="text-ink-2">Open a checking account in {currency} first.</p>;
  return (
    <Form
      onSubmit={submit}
      verb={kind === 'wait' ? 'Wait' : `Pay ${costs[kind]}`}
      busy={isSubmitting}
      below={
        formState.errors.root && <p className="text-negative text-sm">{formState.errors.root.message}</p>
      }
    >
      {kind !== 'wait' && <SelectField control={control} name="payer" label="Pay from" options={payers} />}
    </Form>
  );
}

const DONE: Record<DecisionKind, (name: string) => string> = {
  repair: (name) => `The ${name} was repaired`,
  replace: (name) => `The ${name} was replaced`,
  wait: (name) => `You decided to wait. The ${name} isn’t fixed yet.`,
};
