import type { HouseholdRow } from '@engine/household/row.ts';
import type { DecisionKind } from '@engine/what-if/what-if.ts';
import { formatEvery } from '@/entities/payment/frequencies';
import { formatMinor, type Minor } from '@/lib/money';
import { getOwed, getRules, openAccounts } from '../simulation/household';
import { type FieldName, getFrequencies } from './decision-schema';
import { SHOCK_LABELS, STRATEGY_DESCRIPTIONS, STRATEGY_LABELS } from './decision-text';

type DecisionChoiceProps = {
  field: FieldName;
  kind: DecisionKind['kind'];
  row: HouseholdRow;
  currency: string;
};

/** Renders the choices for a field of a decision from the customer's household. */
export function DecisionChoice({ field, kind, row, currency }: DecisionChoiceProps) {
  const choices = getChoices(field, kind, row, currency);
  return (
    <>
      {choices.length === 0 && <option value="">None available</option>}
      {choices.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </>
  );
}

function getChoices(field: FieldName, kind: DecisionKind['kind'], row: HouseholdRow, currency: string) {
  const money = (amount: number) => formatMinor(amount as Minor, currency);
  switch (field) {
    case 'debtId':
      return getOwed(row, currency).map(({ id, name, balance }) => ({
        value: id,
        label: `${name}, ${money(balance)} owed`,
      }));
    case 'accountId':
    case 'toAccountId':
      return openAccounts(row, currency).map(({ id, name, balance }) => ({
        value: id,
        label: `${name}, ${money(balance)}`,
      }));
    case 'ruleId':
      return getRules(row)
        .filter(({ amount }) => kind === 'stop_rule' || amount !== null)
        .map(({ id, name, amount }) => ({
          value: id,
          label: amount === null ? name : `${name}, ${money(amount)}`,
        }));
    case 'frequency':
      return getFrequencies(kind).map((value) => ({ value, label: formatEvery(value) }));
    case 'shock':
      return Object.entries(SHOCK_LABELS).map(([value, label]) => ({ value, label }));
    case 'strategy':
      return Object.entries(STRATEGY_LABELS).map(([value, label]) => ({
        value,
        label: `${label}: ${STRATEGY_DESCRIPTIONS[value as keyof typeof STRATEGY_DESCRIPTIONS]}`,
      }));
    default:
      return [];
  }
}
