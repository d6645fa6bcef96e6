import { addMonths, dayText, parseDay } from '@engine/calendar/calendar.ts';
import { fromMinor, markMinor, toMinor } from '@engine/money/minor.ts';
import {
  type CertificateTerms,
  computeCertificateYield,
  computeEarlyWithdrawalPenalty,
  GRACE_DAYS,
  getCertificateOffers,
  MIN_CERTIFICATE,
  projectCertificate,
} from '@engine/products/accounts/certificate-terms.ts';
import { useQuery } from '@tanstack/react-query';
import { useController } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { AccountChange } from '@/entities/account/account-change';
import { AccountField } from '@/entities/account/account-field';
import { type Account, accountQueries, isUsable } from '@/entities/account/queries';
import { customerQueries } from '@/entities/customer/queries';
import { useReviewedForm } from '@/entities/refusal/use-bank-form';
import { formatTextDate, getDay } from '@/lib/dates';
import { amountField, nameField } from '@/lib/fields';
import { formatMinor, formatRate } from '@/lib/money';
import { useIdempotentMutation } from '@/lib/request-id';
import { toast } from '@/lib/toast';
import { EmptyState } from '@/ui/empty-state';
import { AmountField } from '@/ui/forms/amount-field';
import { Form } from '@/ui/forms/form';
import { OptionCards } from '@/ui/forms/option-cards';
import { Review, ReviewLine, ReviewStep } from '@/ui/forms/review';
import { TextField } from '@/ui/forms/text-field';
import {
  CertificateChoiceFields,
  choiceFields,
  keepsInterest,
  NEW_CHOICES,
  renews,
  toChoices,
} from './certificate-choices';
import { certificateMutations } from './queries';

const LEAST = fromMinor(markMinor(MIN_CERTIFICATE));
const DEFAULT_MONTHS = '12';

const schema = z.object({
  months: z.string(),
  name: nameField,
  amount: amountField().refine((amount) => amount >= LEAST, `Enter at least $${LEAST}.`),
  from: z.string().min(1, 'Choose an account.'),
  ...choiceFields,
});

const getName = (months: string) => `${months}-Month CD`;

/**
 * Lets the customer open a CD: choose a term, an amount, and the account that pays, then review and confirm.
 */
export function OpenCertificate() {
  const accounts = useQuery(accountQueries.list()).data?.filter(isUsable);
  if (!accounts) return null;
  return accounts.length === 0 ? (
    <EmptyState title="Open a checking or savings account first">
      A CD is funded from one of your accounts, and pays back to it.
    </EmptyState>
  ) : (
    <OpenForm accounts={accounts} />
  );
}

function OpenForm({ accounts }: { accounts: readonly Account[] }) {
  const navigate = useNavigate();
  const { send } = useIdempotentMutation(certificateMutations.open);
  const me = useQuery(customerQueries.me()).data;
  const today = parseDay(getDay(me?.now ?? new Date(), me?.time_zone));
  const offers = getCertificateOffers(today);
  const getCurrency = (id: string) => accounts.find((account) => account.id === id)?.currency ?? 'USD';
  const { control, submit, isSubmitting, watch, getValues, setValue, reviewed, edit } = useReviewedForm({
    schema,
    defaults: {
      months: DEFAULT_MONTHS,
      name: getName(DEFAULT_MONTHS),
      amount: '',
      from: accounts[0]?.id ?? '',
      ...NEW_CHOICES,
    },
    currency: ({ from }) => getCurrency(from),
    fieldByCode: { BADNM: 'name', BADAM: 'amount', INSUF: 'amount', BADCU: 'maturity' },
    refusedField: 'from',
    onConfirm: async ({ months, name, amount, from, ...choices }) => {
      const account = await send({
        funding_account_id: from,
        amount,
        term_months: Number(months),
        name,
        ...toChoices(choices),
      });
      toast.success(`${account.name} is open`);
      await navigate(`/dashboard/accounts/${account.id}`);
    },
  });
  const term = useController({ control, name: 'months' }).field;
  const source = accounts.find(({ id }) => id === watch('from'));
  const currency = source?.currency ?? 'USD';
  const offer = offers.find(({ months }) => String(months) === term.value);
  const choose = (months: string) => {
    if (getValues('name') === getName(term.value)) setValue('name', getName(months));
    term.onChange(months);
  };
  if (reviewed && source && offer)
    return (
      <ReviewStep
        confirm={`Open ${reviewed.name} with ${formatMinor(toMinor(reviewed.amount), currency)}`}
        busy={isSubmitting}
        onConfirm={() => void submit()}
        onEdit={edit}
      >
        <OpeningReview source={source} offer={offer} today={today} opening={reviewed} />
      </ReviewStep>
    );
  return (
    <Form onSubmit={submit} verb="Review" className="flex flex-col gap-6">
      <OptionCards
        label="Term"
        isCompact
        value={term.value}
        onValueChange={choose}
        options={offers.map(({ months, rate }) => ({
          value: String(months),
          label: `${months} months`,
          description: `${formatRate(computeCertificateYield(rate))} APY (${formatRate(rate)} a year, fixed), until ${formatTextDate(dayText(addMonths(today, months)))}`,
        }))}
      />
      <TextField control={control} name="name" label="Name" maxLength={80} />
      <AccountField control={control} name="from" label="Pay from" accounts={accounts} />
      <AmountField
        control={control}
        name="amount"
        label="Amount"
        hint={`At least ${formatMinor(markMinor(MIN_CERTIFICATE), currency)}. You can't add to it later.`}
        size="page"
        currency={currency}
      />
      <CertificateChoiceFields
        control={control}
        names={{ maturity: 'maturity', interest: 'interest' }}
        accounts={accounts.filter((account) => account.currency === currency)}
      />
    </Form>
  );
}

type ReviewProps = {
  source: Account;
  offer: CertificateTerms;
  today: number;
  opening: z.output<typeof schema>;
};

/** Renders the disclosures that Regulation DD, 1030.4(b), requires before a CD is opened. */
function OpeningReview({ source, offer, today, opening }: ReviewProps) {
  const { currency } = source;
  const amount = toMinor(opening.amount);
  const maturesOn = addMonths(today, offer.months);
  const projection = projectCertificate(
    { balance: amount, accruedMicros: 0 },
    { rate: offer.rate, maturesOn, interestAccountId: keepsInterest(opening) ? null : opening.interest },
    today,
  );
  const penalty = computeEarlyWithdrawalPenalty(amount, offer.rate, offer.penaltyDays);
  const apy = formatRate(computeCertificateYield(offer.rate));
  return (
    <>
      <Review>
        <AccountChange account={source} pays={opening.amount} />
        <ReviewLine label="APY">{apy}</ReviewLine>
        <ReviewLine label="Matures">{formatTextDate(dayText(maturesOn))}</ReviewLine>
        <ReviewLine label="Interest until maturity">{formatMinor(projection.interest, currency)}</ReviewLine>
        <ReviewLine label="Balance at maturity">{formatMinor(projection.balance, currency)}</ReviewLine>
        <ReviewLine label={`Penalty for withdrawing early (${offer.penaltyDays} days of interest)`}>
          {formatMinor(markMinor(penalty), currency)}
        </ReviewLine>
      </Review>
      <p className="text-ink-2 text-sm">
        The rate of {formatRate(offer.rate)} is fixed. Interest compounds daily and is credited on the last
        day of each month. {!keepsInterest(opening) && 'The APY assumes that interest stays in the CD. '}
        The penalty may reduce your principal.{' '}
        {renews(opening)
          ? `It renews for ${offer.months} months at the rate of that day. You then have ${GRACE_DAYS} days to withdraw without a penalty.`
          : 'We pay out the balance when it matures.'}
      </p>
    </>
  );
}
