import { getBand } from '@engine/credit/bands.ts';
import type { CreditFacts } from '@engine/credit/facts.ts';
import { type CreditChange, scoreIf } from '@engine/credit/history.ts';
import { getCreditScore } from '@engine/credit/score.ts';
import { roundMinor } from '@engine/money/minor.ts';
import { useState } from 'react';
import { formatMinor } from '@/lib/money';
import { LabeledSelect } from '@/ui/forms/labeled';
import { Slider } from '@/ui/forms/slider';
import { LinkButton } from '@/ui/link';
import { Panel } from '@/ui/panel';
import { signed } from './points';
import { ScoreScale } from './score-scale';

type Kind = CreditChange['kind'];

const KINDS: { value: Kind; label: string }[] = [
  { value: 'pay', label: 'I pay down a card' },
  { value: 'miss_payment', label: 'I miss a payment' },
  { value: 'open_card', label: 'I get another card' },
  { value: 'open_loan', label: 'I take a loan' },
  { value: 'close', label: 'I close a card' },
];
const NEW_LIMIT = 500_000;
const STEP = 1_000;

export function ScoreWhatIf({ facts }: { facts: CreditFacts }) {
  const open = facts.lines.filter(({ closed }) => closed === null);
  const cards = open.filter(({ kind }) => kind === 'card');
  const owing = cards.filter(({ balance }) => balance > 0);
  const kinds = KINDS.filter(
    ({ value }) =>
      (value !== 'pay' || owing.length > 0) &&
      (value !== 'close' || cards.length > 0) &&
      (value !== 'miss_payment' || open.length > 0),
  );
  const [kind, setKind] = useState<Kind>(kinds[0]?.value ?? 'open_card');
  const lines = kind === 'pay' ? owing : kind === 'close' ? cards : open;
  const [lineId, setLineId] = useState('');
  const line = lines.find(({ id }) => id === lineId) ?? lines[0];
  const [share, setShare] = useState(0.5);
  const amount = Math.round(((line?.balance ?? 0) * share) / STEP) * STEP || (line?.balance ?? 0);

  const change: CreditChange =
    kind === 'open_card'
      ? { kind, limit: NEW_LIMIT }
      : kind === 'open_loan'
        ? { kind, amount: NEW_LIMIT }
        : kind === 'pay'
          ? { kind, lineId: line?.id ?? '', amount: Math.min(amount, line?.balance ?? 0) }
          : kind === 'miss_payment'
            ? { kind, lineId: line?.id ?? '', daysLate: 30 }
            : { kind, lineId: line?.id ?? '' };
  const now = getCreditScore(facts).score;
  const then = scoreIf(facts, change);
  const needsLine = kind === 'pay' || kind === 'close' || kind === 'miss_payment';
  return (
    <Panel aria-labelledby="score-what-if">
      <h2 id="score-what-if" className="text-lg">
        What if
      </h2>
      <div className="mt-4 flex flex-col gap-4">
        <LabeledSelect
          label="Scenario"
          value={kind}
          onChange={({ target }) => setKind(target.value as Kind)}
          options={kinds}
        />
        {needsLine && lines.length > 1 && line && (
          <LabeledSelect
            label={kind === 'miss_payment' ? 'Card or loan' : 'Card'}
            value={line.id}
            onChange={({ target }) => setLineId(target.value)}
            options={lines.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
        {kind === 'pay' && line && (
          <Slider
            label={`Pay ${line.name}`}
            min={0.02}
            max={1}
            step={0.02}
            value={share}
            onValueChange={setShare}
            valueText={formatMinor(roundMinor(Math.min(amount, line.balance)), facts.currency)}
          />
        )}
      </div>
      <p aria-live="polite" className="mt-5">
        <span className="figures font-semibold text-2xl">{then.score}</span>{' '}
        <span className="figures text-ink-2">
          {signed(then.score - now)}, {getBand(then.score).name.toLowerCase()}
        </span>
      </p>
      <ScoreScale score={now} expected={then.score} />
      <ul className="mt-4 flex flex-col gap-1 text-sm">
        {then.changes.map(({ part, points, text }) => (
          <li key={part} className="flex gap-3">
            <span className="figures w-10 shrink-0 font-medium">{signed(points)}</span>
            <span className="text-ink-2">{text}</span>
          </li>
        ))}
        {then.changes.length === 0 && <li className="text-ink-3">That wouldn't change your score today.</li>}
      </ul>
      {kind === 'pay' && line && (
        <LinkButton className="mt-5" to="/credit-cards">
          Pay {line.name}
        </LinkButton>
      )}
    </Panel>
  );
}
