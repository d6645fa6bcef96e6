import { parseDay, Zone } from '@engine/calendar/calendar.ts';
import { X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlays/dialog';
import { Section } from '@/ui/page';
import { AssumptionForm, type CashAccount } from './assumption-form';
import { formatAssumptionAmount, formatAssumptionRhythm } from './assumption-text';
import { type Assumption, getNextDay } from './assumptions';
import { MakeReal } from './make-real';

type LayersSectionProps = {
  layers: readonly Assumption[];
  onChange: (layers: readonly Assumption[]) => void;
  accounts: readonly CashAccount[];
  /** The initial account of a new assumption. */
  accountId: string;
  today: string;
  timeZone: string;
};

/** Renders the assumptions added to the forecast, with actions to remove them or make them real. */
export function AssumptionsSection({
  layers,
  onChange,
  accounts,
  accountId,
  today,
  timeZone,
}: LayersSectionProps) {
  const [isAdding, setAdding] = useState(false);
  const [asked, setAsked] = useState<Assumption | null>(null);
  const zone = new Zone(timeZone);
  const getDay = (layer: Assumption) => getNextDay(layer, parseDay(today), zone);
  const getAccount = (layer: Assumption) => accounts.find(({ id }) => id === layer.accountId);
  const remove = (layer: Assumption) => onChange(layers.filter(({ id }) => id !== layer.id));
  return (
    <Section title="Try a change">
      {layers.length === 0 ? (
        <p className="mb-3 text-ink-2">
          Add a possible income, bill, or purchase to see how it affects your cash. Saved in this browser
          only. No money moves.
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
              onMakeReal={() => setAsked(layer)}
            />
          ))}
        </ul>
      )}
      <Button onClick={() => setAdding(true)}>Try an income, bill, or purchase</Button>
      <Dialog
        open={isAdding}
        onOpenChange={setAdding}
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
        layer={asked}
        day={(asked && getDay(asked)) ?? ''}
        account={asked ? getAccount(asked) : undefined}
        onClose={() => setAsked(null)}
        onDone={(layer) => {
          remove(layer);
          setAsked(null);
        }}
      />
    </Section>
  );
}

type LayerChipProps = {
  layer: Assumption;
  /** The next occurrence; null if it is over. */
  day: string | null;
  account: CashAccount | undefined;
  onRemove: () => void;
  onMakeReal: () => void;
};

/** Dashed because it is in the future. */
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
          <X aria-hidden className="size-4" strokeWidth={1.5} />
        </button>
      </span>
    </li>
  );
}
