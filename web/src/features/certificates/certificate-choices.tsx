import { GRACE_DAYS } from '@engine/products/accounts/certificate-terms.ts';
import type { Control, FieldPath, FieldValues } from 'react-hook-form';
import { z } from 'zod';
import type { Account } from '@/entities/account/queries';
import { SelectField } from '@/ui/forms/select-field';

/** The value of the choice that leaves interest in the CD. */
const STAYS = 'stays';

/** The value of the choice that renews the CD. */
const RENEWS = 'renew';

/** The form fields for what happens at maturity and with the interest: a fixed choice, or an account's id. */
export const choiceFields = { maturity: z.string(), interest: z.string() };

type Choices = { maturity: string; interest: string };
type Chosen = { at_maturity: string; payout_account_id: string | null; interest_account_id: string | null };

export const NEW_CHOICES: Choices = { maturity: RENEWS, interest: STAYS };

/** Returns the form fields of a CD's choices. */
export function readChoices({ at_maturity, payout_account_id, interest_account_id }: Chosen): Choices {
  return {
    maturity: at_maturity === 'pay_out' && payout_account_id ? payout_account_id : RENEWS,
    interest: interest_account_id ?? STAYS,
  };
}

/** Returns the arguments of the bank's functions for the chosen fields. */
export function toChoices({ maturity, interest }: Choices) {
  return {
    at_maturity: maturity === RENEWS ? 'renew' : 'pay_out',
    ...(maturity !== RENEWS && { payout_account_id: maturity }),
    ...(interest !== STAYS && { interest_account_id: interest }),
  };
}

export const renews = ({ maturity }: Choices) => maturity === RENEWS;
export const keepsInterest = ({ interest }: Choices) => interest === STAYS;

type FieldsProps<Fields extends FieldValues, Context, Details> = {
  control: Control<Fields, Context, Details>;
  names: { maturity: FieldPath<Fields>; interest: FieldPath<Fields> };
  /** The customer's accounts in the CD's currency that can receive money. */
  accounts: readonly Account[];
};

export function CertificateChoiceFields<Fields extends FieldValues, Context, Details>({
  control,
  names,
  accounts,
}: FieldsProps<Fields, Context, Details>) {
  // An account with a tax treatment has limits, so it can't receive payouts.
  const payouts = accounts.flatMap(({ id, name, tax_treatment: treatment }) =>
    treatment ? [] : [{ value: id, label: `Pay to ${name}` }],
  );
  return (
    <>
      <SelectField
        control={control}
        name={names.maturity}
        label="When it matures"
        hint={`You can change this at any time. After a renewal, you have ${GRACE_DAYS} days to withdraw without a penalty.`}
        options={[{ value: RENEWS, label: 'Renew for the same term' }, ...payouts]}
      />
      <SelectField
        control={control}
        name={names.interest}
        label="Monthly interest"
        options={[{ value: STAYS, label: 'Keep in the CD, so that it compounds' }, ...payouts]}
      />
    </>
  );
}
