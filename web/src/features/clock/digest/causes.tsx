import { fromMinor, type Minor } from '@engine/money/minor.ts';
import { type Cause, explainChange, type FastForwardDigest } from '@engine/simulation/digest.ts';
import { classNames } from '@/ui/class-names';
import { Money } from '@/ui/money';
import { Chevron, type DetailProps, Part, Posting } from './digest-part';

type CausesProps = DetailProps & { digest: FastForwardDigest; change: Minor };

/** Lists the causes of the change in net worth, which add up to it. Each opens to its postings. */
export function Causes({ digest, change, ...cause }: CausesProps) {
  const { currency } = digest.netWorth.after;
  const causes = explainChange(digest, change, currency);
  if (causes.length === 0) return null;
  return (
    <Part title="Why it changed">
      <ul className="border-line border-t">
        {causes.map((item) => (
          <CauseItem key={item.label} cause={item} currency={currency} {...cause} />
        ))}
        <li className="flex justify-between gap-4 border-ink border-t py-2.5 pr-7 font-semibold md:pr-8">
          <span>Change</span>
          <Money amount={fromMinor(change)} currency={currency} signed />
        </li>
      </ul>
    </Part>
  );
}

type CauseItemProps = DetailProps & { cause: Cause; currency: string };

function CauseItem({ cause, currency, zone, onDetails, onLeave }: CauseItemProps) {
  const { label, amount, postings, others } = cause;
  const figure = (
    <Money
      amount={fromMinor(amount)}
      currency={currency}
      signed
      className={classNames('shrink-0', amount > 0 && 'text-positive')}
    />
  );
  if (postings.length === 0)
    return (
      <li className="flex min-h-11 items-center justify-between gap-4 border-line border-b py-2 pr-7 md:pr-8">
        {label} {figure}
      </li>
    );
  return (
    <li className="border-line border-b">
      <details
        className="group"
        onToggle={({ currentTarget }) => {
          if (currentTarget.open) onDetails();
        }}
      >
        <summary className="flex min-h-11 cursor-pointer items-center gap-2 py-2 marker:content-none md:gap-3">
          <span className="min-w-0 flex-1">{label}</span>
          {figure}
          <Chevron />
        </summary>
        <ul className="pb-3 text-sm md:pr-8">
          {postings.map((posting) => (
            <Posting key={posting.key} posting={posting} zone={zone} onLeave={onLeave}>
              <Money
                amount={fromMinor(posting.amount)}
                currency={currency}
                signed
                size="small"
                className={classNames(posting.amount > 0 && 'text-positive')}
              />
            </Posting>
          ))}
          {others.count > 0 && (
            <li className="flex justify-between gap-4 py-1 text-ink-3">
              and {others.count.toLocaleString('en-US')} more
              <Money amount={fromMinor(others.amount)} currency={currency} signed size="small" />
            </li>
          )}
        </ul>
      </details>
    </li>
  );
}
