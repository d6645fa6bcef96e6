import { sumAmounts } from '@/lib/money';
import type { Figures, Line } from '../figures';

/** A source or use of money. `key` identifies its transactions and is null for sums and balances. */
export type Part = {
  id: string;
  name: string;
  amount: number;
  key: { direction: 'in' | 'out'; categoryId: string | null } | null;
  /** True for a balance instead of a flow: savings, or money drawn from savings. */
  isBalance: boolean;
};
export type MoneyFlow = { sources: Part[]; uses: Part[]; total: number };

/**
 * A part with its position. `top` and `size` are its position and height in its column. `joint` is the top of
 * its ribbon in the middle of the chart.
 */
export type Placed = Part & { top: number; size: number; joint: number };

const MOST_SOURCES = 4;
const MOST_USES = 8;

/** Builds the money flow from income to spending. Both sides are equal, because savings count as a use. */
export function moneyFlow(figures: Figures): MoneyFlow {
  // Negative income is a use, and negative spending is a source.
  const [income, reversedIncome] = getParts(figures.income, 'in');
  const [spending, refunds] = getParts(figures.spending, 'out');
  const sources = groupSmallParts([...income, ...refunds], MOST_SOURCES);
  const uses = groupSmallParts([...spending, ...reversedIncome], MOST_USES);
  const { netSavings } = figures.now;
  if (netSavings > 0) uses.push(balance('Net savings', netSavings));
  if (netSavings < 0) sources.push(balance('From savings', -netSavings));
  return { sources, uses, total: sumAmounts(uses.map(({ amount }) => amount)) };
}

/**
 * Returns the parts for the positive lines and the parts for the negative lines. The amounts of all parts are
 * positive.
 */
function getParts(lines: readonly Line[], direction: 'in' | 'out'): [Part[], Part[]] {
  const toPart = ({ id, name, amount }: Line): Part => ({
    id: `${direction}:${id}`,
    name,
    amount: Math.abs(amount),
    key: { direction, categoryId: id },
    isBalance: false,
  });
  return [
    lines.filter(({ amount }) => amount > 0).map(toPart),
    lines.filter(({ amount }) => amount < 0).map(toPart),
  ];
}

function balance(name: string, amount: number): Part {
  return { id: name, name, amount, key: null, isBalance: true };
}

function groupSmallParts(parts: readonly Part[], most: number): Part[] {
  const sorted = parts.toSorted((left, right) => right.amount - left.amount);
  if (sorted.length <= most) return sorted;
  const others = sorted.slice(most - 1);
  const amount = sumAmounts(others.map((part) => part.amount));
  const name = `${others.length} others`;
  return [...sorted.slice(0, most - 1), { id: 'others', name, amount, key: null, isBalance: false }];
}

/**
 * Lays out one side of the chart. Each part gets a slot that is tall enough for its two lines of text. In the
 * middle of the chart, the ribbons touch without gaps.
 */
export function placeParts(
  parts: readonly Part[],
  total: number,
  flowHeight: number,
  height: number,
  slot: number,
): Placed[] {
  const getSize = (amount: number) => Math.max(1, (amount / total) * flowHeight);
  const slots = parts.map(({ amount }) => Math.max(slot, getSize(amount) + 6));
  const gap = Math.max(0, height - slots.reduce((sum, item) => sum + item, 0)) / Math.max(1, parts.length);
  let place = 0;
  let joint = (height - flowHeight) / 2;
  return parts.map((part, index) => {
    const size = getSize(part.amount);
    const slotHeight = (slots[index] ?? 0) + gap;
    const result = { ...part, size, top: place + (slotHeight - size) / 2, joint };
    place += slotHeight;
    joint += (part.amount / total) * flowHeight;
    return result;
  });
}

export function getFlowHeight({ sources, uses, total }: MoneyFlow, flowHeight: number, slot: number): number {
  const tall = (parts: readonly Part[]) =>
    parts.reduce((sum, { amount }) => sum + Math.max(slot, (amount / total) * flowHeight + 6), 0);
  return Math.ceil(Math.max(flowHeight, tall(sources), tall(uses)));
}
