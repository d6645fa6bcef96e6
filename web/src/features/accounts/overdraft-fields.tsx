import { markMinor } from '@engine/money/minor.ts';
import {
  OVERDRAFT_LIMIT,
  OVERDRAFT_PRODUCTS,
  type OverdraftProduct,
} from '@engine/products/accounts/overdraft-terms.ts';
import { getAccountOptions } from '@/entities/account/account-field';
import type { Account } from '@/entities/account/queries';
import { formatMinor } from '@/lib/money';
import { LabeledSelect } from '@/ui/forms/labeled';
import { OptionCards } from '@/ui/forms/option-cards';
import { SwitchRow } from '@/ui/forms/switch-row';
import type { OverdraftDraft } from './overdraft-choice';

type OverdraftFieldsProps = {
  draft: OverdraftDraft;
  currency: string;
  /** The savings accounts that can cover payments. */
  savings: readonly Account[];
  onChange: (draft: OverdraftDraft) => void;
};

export const PRODUCT_NAMES: Record<OverdraftProduct, string> = {
  cushion: 'Cushion',
  standard: 'Standard',
  old_school: 'Old School',
};
const PRODUCTS = ['standard', 'cushion', 'old_school'] as const;

/** Renders the overdraft choice of a checking account with its details. */
export function OverdraftFields({ draft, currency, savings, onChange }: OverdraftFieldsProps) {
  const { choice, savingsId, product, cards } = draft;
  const money = (minor: number) => formatMinor(markMinor(minor), currency);
  return (
    <div className="grid gap-4">
      <OptionCards
        label="If a payment is more than your balance"
        value={choice}
        onValueChange={(next) => onChange({ ...draft, choice: next })}
        options={[
          {
            value: 'decline',
            label: 'Decline it',
            description: "The payment isn't made. We charge no fee.",
          },
          {
            value: 'savings',
            label: 'Cover it from savings',
            description:
              savings.length > 0
                ? 'We transfer exactly the missing amount, once a day. No fee.'
                : 'Open a savings account in the same currency first.',
            disabled: savings.length === 0,
          },
          {
            value: 'covered',
            label: 'Cover it below zero',
            description: `We pay bills down to ${money(-OVERDRAFT_LIMIT)}. The fee is up to ${money(OVERDRAFT_PRODUCTS[product].fee)} per payment.`,
          },
        ]}
      />
      {choice === 'savings' && savings.length > 0 && (
        <LabeledSelect
          label="Savings account"
          hint="If it can't cover the whole payment, we move nothing and decline the payment."
          value={savingsId}
          onChange={(event) => onChange({ ...draft, savingsId: event.target.value })}
          options={getAccountOptions(savings)}
        />
      )}
      {choice === 'covered' && (
        <>
          <OptionCards
            label="Fees"
            value={product}
            onValueChange={(next) => onChange({ ...draft, product: next })}
            options={PRODUCTS.map((name) => ({
              value: name,
              label: PRODUCT_NAMES[name],
              description: describeProduct(name, money),
            }))}
          />
          <SwitchRow
            title="Also cover withdrawals and everyday purchases"
            description="If this is off, we decline them without a fee. You can turn it off at any time."
            on={cards}
            busy={false}
            onChange={(next) => onChange({ ...draft, cards: next })}
          />
        </>
      )}
    </div>
  );
}

/** Describes the fees of an overdraft product. */
export function describeProduct(product: OverdraftProduct, money: (minor: number) => string): string {
  const { fee, feesPerDay, freeItem, freeBalance } = OVERDRAFT_PRODUCTS[product];
  const most = `up to ${feesPerDay} a day`;
  if (product === 'standard')
    return `${money(fee)} per payment, ${most}. No fee for payments up to ${money(freeItem)}, or if you're overdrawn by at most ${money(-freeBalance)} by 11:00 PM bank time on the next business day.`;
  if (product === 'cushion')
    return `${money(fee)} per payment, ${most}. No fee if you're overdrawn by at most ${money(-freeBalance)} at the end of the day.`;
  return `${money(fee)} per payment that we cover or return, ${most}, without exceptions. Large banks did this until 2022.`;
}
