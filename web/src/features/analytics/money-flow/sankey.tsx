import { area, curveBumpX } from 'd3-shape';
import { Link } from 'react-router';
import { formatMoney } from '@/lib/money';
import { useWidth } from '@/ui/charts/use-width';
import { classNames } from '@/ui/class-names';
import { Money } from '@/ui/money';
import { formatPercent } from '../figures';
import { getFlowHeight, type MoneyFlow, type Part, type Placed, placeParts } from './sankey-geometry';

type SankeyProps = { flow: MoneyFlow; currency: string; toOf: (part: Part) => string | null };

const FLOW_HEIGHT = 300;
const SLOT = 46;
/** The width of the names next to each column. */
const SIDE = 190;
const NODE = 8;
/** Below this width, the ribbons don't fit between the names. */
const NARROWEST = 620;

/** Renders sources and uses of money as ribbons of proportional width, or as two lists on phones. */
export function Sankey({ flow, currency, toOf }: SankeyProps) {
  const [container, width] = useWidth();
  return (
    <figure>
      <div ref={container} className="overflow-x-clip">
        {width >= NARROWEST ? (
          <Picture flow={flow} currency={currency} toOf={toOf} width={width} />
        ) : (
          width > 0 && <Lists flow={flow} currency={currency} toOf={toOf} />
        )}
      </div>
      <details className={classNames('mt-3 text-sm', width < NARROWEST && width > 0 && 'hidden')}>
        <summary className="w-fit py-1 text-ink-3 hover:text-ink">Show as a table</summary>
        <FlowTable flow={flow} currency={currency} />
      </details>
    </figure>
  );
}

const ribbon = area<{ x: number; top: number; bottom: number }>()
  .x(({ x }) => x)
  .y0(({ top }) => top)
  .y1(({ bottom }) => bottom)
  .curve(curveBumpX);

function Picture({ flow, currency, toOf, width }: SankeyProps & { width: number }) {
  const height = getFlowHeight(flow, FLOW_HEIGHT, SLOT);
  const sources = placeParts(flow.sources, flow.total, FLOW_HEIGHT, height, SLOT);
  const uses = placeParts(flow.uses, flow.total, FLOW_HEIGHT, height, SLOT);
  const left = SIDE;
  const right = width - SIDE;
  const middle = (left + right) / 2;
  const joined = (part: Placed, from: number, to: number) => {
    const outer = { x: from, top: part.top, bottom: part.top + part.size };
    const inner = { x: to, top: part.joint, bottom: part.joint + (part.amount / flow.total) * FLOW_HEIGHT };
    return ribbon(from < to ? [outer, inner] : [inner, outer]) ?? '';
  };
  const looks = ({ isBalance }: Part) => (isBalance ? 'var(--chart-1)' : 'var(--chart-past)');
  return (
    <div className="relative" style={{ height }}>
      <svg width={width} height={height} aria-hidden="true" className="absolute inset-0">
        {sources.map((part) => (
          <g key={part.id} fill={looks(part)}>
            <path d={joined(part, left, middle - NODE / 2)} fillOpacity={0.14} />
            <rect x={left - NODE} y={part.top} width={NODE} height={part.size} />
          </g>
        ))}
        <rect
          x={middle - NODE / 2}
          y={(height - FLOW_HEIGHT) / 2}
          width={NODE}
          height={FLOW_HEIGHT}
          fill="var(--chart-past)"
        />
        {uses.map((part) => (
          <g key={part.id} fill={looks(part)}>
            <path d={joined(part, right, middle + NODE / 2)} fillOpacity={0.14} />
            <rect x={right} y={part.top} width={NODE} height={part.size} />
          </g>
        ))}
      </svg>
      <p
        className="figures -translate-x-1/2 absolute rounded-1 bg-canvas px-2 py-0.5 text-sm"
        style={{ left: middle, top: height / 2 - 12 }}
      >
        <span className="text-ink-3">Money </span>
        {formatMoney(flow.total, currency)}
      </p>
      {[
        { side: 'left' as const, label: 'Sources', parts: sources },
        { side: 'right' as const, label: 'Uses', parts: uses },
      ].map(({ side, label, parts }) => (
        <ul key={side} aria-label={label}>
          {parts.map((part) => (
            <li
              key={part.id}
              className={classNames(
                'absolute flex items-center',
                side === 'left' && 'justify-end text-right',
              )}
              style={{
                top: part.top + part.size / 2 - SLOT / 2,
                height: SLOT,
                width: SIDE - NODE - 8,
                ...(side === 'left' ? { left: 0 } : { right: 0 }),
              }}
            >
              <Name part={part} to={toOf(part)} total={flow.total} currency={currency} />
            </li>
          ))}
        </ul>
      ))}
    </div>
  );
}

type NameProps = { part: Part; to: string | null; total: number; currency: string };

function Name({ part, to, total, currency }: NameProps) {
  const text = (
    <>
      <span className="block truncate font-medium text-sm">{part.name}</span>
      <span className="figures block text-ink-3 text-sm">
        {formatMoney(part.amount, currency)}, {formatPercent(part.amount / total)}
      </span>
    </>
  );
  return to ? (
    <Link to={to} preventScrollReset className="min-w-0 rounded-1 px-1 hover:bg-sunken">
      {text}
    </Link>
  ) : (
    <span className="min-w-0 px-1">{text}</span>
  );
}

function Lists({ flow, currency, toOf }: SankeyProps) {
  return (
    <div className="flex flex-col gap-6">
      {[
        { label: 'Sources', parts: flow.sources },
        { label: 'Uses', parts: flow.uses },
      ].map(({ label, parts }) => (
        <div key={label}>
          <h3 className="font-medium text-ink-3 text-xs">{label}</h3>
          <ul aria-label={label} className="mt-1 divide-y divide-line border-line border-y">
            {parts.map((part) => {
              const to = toOf(part);
              const row = 'flex min-h-11 items-center justify-between gap-4 py-2';
              const text = (
                <>
                  <span className="min-w-0 truncate">{part.name}</span>
                  <span className="shrink-0">
                    <Money amount={part.amount} currency={currency} />
                    <span className="figures ml-3 inline-block w-9 text-right text-ink-3 text-sm">
                      {formatPercent(part.amount / flow.total)}
                    </span>
                  </span>
                </>
              );
              return (
                <li key={part.id}>
                  {to ? (
                    <Link to={to} preventScrollReset className={row}>
                      {text}
                    </Link>
                  ) : (
                    <span className={row}>{text}</span>
                  )}
                </li>
              );
            })}
          </ul>
        </div>
      ))}
    </div>
  );
}

function FlowTable({ flow, currency }: { flow: MoneyFlow; currency: string }) {
  const rows = [
    ...flow.sources.map((part) => ({ ...part, from: part.name, to: 'Money' })),
    ...flow.uses.map((part) => ({ ...part, from: 'Money', to: part.name })),
  ];
  return (
    <table className="figures mt-2 w-full max-w-200">
      <thead>
        <tr className="border-line border-b text-left [&>th]:py-1.5 [&>th]:font-medium">
          <th>From</th>
          <th>To</th>
          <th className="text-right">Amount</th>
          <th className="text-right">Share</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, from, to, amount }) => (
          <tr key={`${from}${id}`} className="border-line border-b [&>td]:py-1.5">
            <td>{from}</td>
            <td>{to}</td>
            <td className="text-right">{formatMoney(amount, currency)}</td>
            <td className="text-right">{formatPercent(amount / flow.total)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
