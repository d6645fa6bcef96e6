import type { HouseholdRow } from '@engine/household/row.ts';
import type { DecisionKind } from '@engine/what-if/what-if.ts';
import { everyWords } from '@/entities/payment/frequencies';
import { formatMinor, type Minor } from '@/lib/money';
import { openAccounts, owedOf, rulesOf } from '../simulation/household';
import { type FieldName, frequenciesOf } from './decision-schema';
import { SHOCK_LABELS, STRATEGY_LABELS, STRATEGY_WORDS } from './decision-text';

type DecisionChoiceProps = {
  field: FieldName;
  kind: DecisionKind['kind'];
  row: HouseholdRow;
  currency: string;
};

/** Renders the choices for a field of a decision from the customer's household. */
export function DecisionChoice({ field, kind, row, currency }: DecisionChoiceProps) {
  const choices = choicesOf(field, kind, row, currency);
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

function choicesOf(field: FieldName, kind: DecisionKind['kind'], row: HouseholdRow, currency: string) {
  const money = (amount: number) => formatMinor(amount as Minor, currency);
  switch (field) {
    case 'debtId':
      return owedOf(row, currency).map(({ id, name, balance }) => ({
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
      return rulesOf(row)
        .filter(({ amount }) => kind === 'stop_rule' || amount !== null)
        .map(({ id, name, amount }) => ({
          value: id,
          label: amount === null ? name : `${name}, ${money(amount)}`,
        }));
    case 'frequency':
      return frequenciesOf(kind).map((value) => ({ value, label: everyWords(value) }));
    case 'shock':
      return Object.entries(SHOCK_LABELS).map(([value, label]) => ({ value, label }));
    case 'strategy':
      return Object.entries(STRATEGY_LABELS).map(([value, label]) => ({
        value,
        label: `${label}: ${STRATEGY_WORDS[value as keyof typeof STRATEGY_WORDS]}`,
      }));
    default:
      return [];
  }
}
