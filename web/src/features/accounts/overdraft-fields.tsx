import { getAccountOptions } from '@/entities/account/account-field';
import type { Account } from '@/entities/account/queries';
import { LabeledSelect } from '@/ui/forms/labeled';
import { OptionCards } from '@/ui/forms/option-cards';
import type { OverdraftChoice } from './overdraft-choice';

type OverdraftFieldsProps = {
  choice: OverdraftChoice;
  savingsId: string;
  /** The savings accounts that can cover payments. */
  savings: readonly Account[];
  onChange: (choice: OverdraftChoice, savingsId: string) => void;
  error?: string | undefined;
};

/** Renders the overdraft choice of a checking account, and the savings account that covers payments. */
export function OverdraftFields({ choice, savingsId, savings, onChange, error }: OverdraftFieldsProps) {
  const chosen = savings.some(({ id }) => id === savingsId) ? savingsId : (savings[0]?.id ?? '');
  return (
    <div className="grid gap-4">
      <OptionCards
        label="If a payment is more than your balance"
        value={choice}
        onValueChange={(next) => onChange(next, chosen)}
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
            disabled: savings.length === 0 && choice !== 'savings',
          },
        ]}
      />
      {choice === 'savings' && savings.length > 0 && (
        <LabeledSelect
          label="Savings account"
          hint="If it can't cover the whole payment, we move nothing and decline the payment."
          value={chosen}
          onChange={(event) => onChange('savings', event.target.value)}
          options={getAccountOptions(savings)}
          error={error}
        />
      )}
    </div>
  );
}
