import { getDate, getDay, type Instant, Zone } from '../calendar/calendar.ts';
import { toMinor } from '../money/minor.ts';
import { millis, readFields, toMinorOrNull } from './file-ledger.ts';
import type { CardRow, HouseholdRow } from './row.ts';
import type { HouseholdFile } from './schema/household.ts';

const FRAUD = ':fraud';
/**
 * The period during which a disputed charge can't be credited a second time. It starts when the fraud dispute
 * is opened.
 */
const REMEMBERED_MS = 60 * 86_400_000;

/** Returns a file's open cards with their controls and this month's spending. */
export function getCards(
  file: HouseholdFile,
  balances: ReadonlyMap<string, number>,
  simulatedUntil: Instant,
): CardRow[] {
  return file.cards
    .filter(({ closed_at }) => !closed_at)
    .map((card) => ({
      ...readFields(card, ['id', 'name', 'currency', 'apr', 'due_date', 'autopay', 'autopay_account_id']),
      limit: toMinor(card.credit_limit),
      balance: -(balances.get(card.id) ?? 0),
      autopay_amount: toMinorOrNull(card.autopay_amount),
      frozen: card.frozen ?? false,
      controls: getControls(file, card.id, simulatedUntil),
    }));
}

function getControls(
  file: HouseholdFile,
  cardId: string,
  simulatedUntil: Instant,
): NonNullable<CardRow['controls']> | null {
  const controls = file.card_controls.filter(({ card_id }) => card_id === cardId);
  if (controls.length === 0) return null;
  const zone = new Zone(file.time_zone);
  const { year, month } = getDate(zone.getDay(simulatedUntil));
  const monthBegan = zone.getStart(getDay(year, month, 1));
  const seen = file.entries_seen ?? file.entries.length;
  const spent = new Map<string, number>();
  for (const [place, { kind, at, value_at, category, lines }] of file.entries.entries()) {
    if (kind !== 'card_charge' || millis(value_at ?? at) < monthBegan) continue;
    // Entries posted after the engine's last step are reported as changes instead.
    if (place >= seen && millis(at) > simulatedUntil) continue;
    for (const { ledger, amount } of lines)
      if (ledger === cardId) spent.set(category ?? '', (spent.get(category ?? '') ?? 0) - toMinor(amount));
  }
  const limits = controls
    .toSorted((first, second) => (first.id < second.id ? -1 : 1))
    .map(({ kind, category, amount }) => ({ kind, category: category ?? null, amount: toMinor(amount) }));
  return { limits, spent: Object.fromEntries(spent) };
}

/** Returns the disputes without their outcomes, because only the bank decides them. */
export function getDisputes(
  file: HouseholdFile,
  simulatedUntil: Instant,
): NonNullable<HouseholdRow['disputes']> {
  return file.disputes.flatMap((dispute) => {
    const key = file.entries[dispute.entry - 1]?.event_key ?? '';
    const isFraud = key.endsWith(FRAUD);
    const isRecent = isFraud && millis(dispute.opened_at) > simulatedUntil - REMEMBERED_MS;
    if (dispute.status !== 'in_review' && !isRecent) return [];
    return [
      {
        id: dispute.id,
        card_id: dispute.card_id,
        amount: toMinor(dispute.amount),
        decide_on: dispute.decide_on,
        merchant: dispute.merchant ?? null,
        category: dispute.category ?? null,
        shock_id: isFraud ? key.slice(0, -FRAUD.length) : null,
      },
    ];
  });
}
