import { parseDay, Zone } from '@engine/calendar/calendar.ts';
import { useMutation } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { getRefusalMessage } from '@/entities/refusal/refusal-messages';
import { formatListDate } from '@/lib/dates';
import { formatMinor } from '@/lib/money';
import { toast } from '@/lib/toast';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { Review, ReviewLine } from '@/ui/forms/review';
import { Dialog } from '@/ui/overlays/dialog';
import { Section } from '@/ui/page';
import { forecastMutations } from '../mutations';
import { AssumptionForm, type CashAccount } from './assumption-form';
import {
  type Assumption,
  formatAssumptionAmount,
  formatAssumptionFrequency,
  formatAssumptionRhythm,
  getNextDay,
} from './assumptions';

type LayersSectionProps = {
  layers: readonly Assumption[];
  onChange: (layers: readonly Assumption[]) => void;
  accounts: readonly CashAccount[];
  /** The account that is initially selected for a new assumption. */
  accountId: string;
  today: string;
  timeZone: string;
};

/**
 * Renders the assumptions added to the forecast, with actions to remove them or turn them into real rules.
 */
export function AssumptionsSection({
  layers,
  onChange,
  accounts,
  accountId,
  today,
  timeZone,
}: LayersSectionProps) {
  const [isAdding, setAdding] = useState(false);
  const [setupAssumption, setSetupAssumption] = useState<Assumption | null>(null);
  const zone = new Zone(timeZone);
  const getDay = (layer: Assumption) => getNextDay(layer, parseDay(today), zone);
  const getAccount = (layer: Assumption) => accounts.find(({ id }) => id === layer.accountId);
  const remove = (layer: Assumption) => onChange(layers.filter(({ id }) => id !== layer.id));
  return (
    <Section title="Try a change">
      {layers.length === 0 ? (
        <p className="mb-3 text-ink-2">
          Add income, a bill, or a purchase to see how it would affect your cash. Changes are saved only in
          this browser, and no money moves.
        </p>
      ) : (
        <ul aria-label="Your changes" className="mb-4 flex flex-wrap gap-2">
          {layers.map((layer) => (
            <LayerChip
              key={layer.id}
              layer={layer}
              day={getDay(layer)}
              account={getAccount(layer)}
              onRemove={() => remove(layer)}
              onMakeReal={() => setSetupAssumption(layer)}
            />
          ))}
        </ul>
      )}
      <Button onClick={() => setAdding(true)}>Try a change</Button>
      <Dialog
        open={isAdding}
        onClose={() => setAdding(false)}
        title="Try a change"
        description="Shown in your forecast until you remove it. No money moves."
      >
        <AssumptionForm
          accounts={accounts}
          accountId={accountId}
          today={today}
          onAdd={(details) => {
            onChange([...layers, { ...details, id: crypto.randomUUID() }]);
            setAdding(false);
          }}
        />
      </Dialog>
      <MakeReal
        layer={setupAssumption}
        day={(setupAssumption && getDay(setupAssumption)) ?? ''}
        account={setupAssumption ? getAccount(setupAssumption) : undefined}
        onClose={() => setSetupAssumption(null)}
        onDone={(layer) => {
          remove(layer);
          setSetupAssumption(null);
        }}
      />
    </Section>
  );
}

type LayerChipProps = {
  layer: Assumption;
  /** The next occurrence; null if there are no more. */
  day: string | null;
  account: CashAccount | undefined;
  onRemove: () => void;
  onMakeReal: () => void;
};

/** Renders an assumption with a dashed outline, because it is in the future. */
function LayerChip({ layer, day, account, onRemove, onMakeReal }: LayerChipProps) {
  const rhythm = !account ? 'account deleted' : day ? formatAssumptionRhythm(layer, day) : 'date passed';
  return (
    <li className="flex max-w-full flex-wrap items-center gap-x-3 gap-y-1 rounded-2 border border-accent border-dashed py-1 pr-1 pl-3 text-sm">
      <span className="min-w-0">
        <strong className="font-medium">{layer.name}</strong>{' '}
        <span className="figures">{formatAssumptionAmount(layer, account?.currency ?? 'USD')}</span>{' '}
        <span className="text-ink-3">{rhythm}</span>
      </span>
      <span className="ml-auto flex items-center">
        {account && day && (
          <Button size="sm" variant="ghost" onClick={onMakeReal}>
            Set up<span className="sr-only"> {layer.name}</span>
          </Button>
        )}
        <button
          type="button"
          aria-label={`Remove ${layer.name}`}
          onClick={onRemove}
          className="grid size-8 place-items-center rounded-1 hover:bg-sunken pointer-coarse:size-11"
        >
          <X className="size-4" />
        </button>
      </span>
    </li>
  );
}

type SetUpAssumptionProps = {
  layer: Assumption | null;
  /** The first occurrence after today. */
  day: string;
  account: CashAccount | undefined;
  onClose: () => void;
  onDone: (layer: Assumption) => void;
};

/** Renders a preview of the real rule that an assumption becomes. */
function MakeReal({ layer, ...rest }: SetUpAssumptionProps) {
  return (
    <Dialog
      open={layer !== null}
      onClose={rest.onClose}
      title={layer ? `Set up ${layer.name}` : ''}
      description="We'll process it automatically on schedule unless you cancel it."
    >
      {layer && <RealReview layer={layer} {...rest} />}
    </Dialog>
  );
}

function RealReview({ layer, day, account, onDone }: SetUpAssumptionProps & { layer: Assumption }) {
  const makeReal = useMutation(forecastMutations.makeReal);
  const navigate = useNavigate();
  const currency = account?.currency ?? 'USD';
  const isIncome = layer.kind === 'income';
  const refusal = getRefusalMessage(makeReal.error, currency);
  const amount = formatMinor(layer.amount, currency);
  async function confirm() {
    try {
      await makeReal.mutateAsync({ ...layer, startDate: day });
    } catch {
      // Refusals appear below. Other failures have already been reported.
      return;
    }
    const path = isIncome ? '/auto-deposit' : '/scheduled-payments';
    toast.success(isIncome ? `${layer.name} set up` : `${layer.name} scheduled`, {
      action: { label: 'View', onClick: () => void navigate(path) },
    });
    onDone(layer);
  }
  return (
    <div className="flex flex-col gap-5">
      <Review>
        <ReviewLine label="Sets up">{isIncome ? 'Auto deposit' : 'Scheduled payment'}</ReviewLine>
        <ReviewLine label="Amount">{amount}</ReviewLine>
        <ReviewLine label={isIncome ? 'Deposit to' : 'From'}>{account?.name}</ReviewLine>
        {!isIncome && <ReviewLine label="To">{layer.name}</ReviewLine>}
        <ReviewLine label="Frequency">{formatAssumptionFrequency(layer.frequency)}</ReviewLine>
        <ReviewLine label={layer.frequency === 'ONCE' ? 'Date' : 'Start date'}>
          {formatListDate(day)}
        </ReviewLine>
      </Review>
      <div aria-live="polite" className="empty:hidden">
        {refusal && <AlertBox kind="negative" fact={refusal} />}
      </div>
      <Button variant="primary" size="lg" busy={makeReal.isPending} onClick={() => void confirm()}>
        {isIncome ? `Set up ${amount} into ${account?.name}` : `Schedule ${amount} from ${account?.name}`}
      </Button>
    </div>
  );
}
