import type { CreditFacts } from '@engine/credit/facts.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { type FormEvent, useEffect, useRef } from 'react';
import { type FieldErrors, type Resolver, useForm } from 'react-hook-form';
import type { KnownIncome } from '@/entities/credit/applicant';
import { formatMonths } from '@/entities/debt/data/terms';
import { formatMoney } from '@/lib/money';
import { isRefusal } from '@/lib/refusals';
import { useIdempotentMutation } from '@/lib/request-id';
import { Button } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { AmountField } from '@/ui/forms/amount-field';
import { SelectField } from '@/ui/forms/select-field';
import { loanApplicationMutations } from '../mutations';
import { loanApplicationQueries } from '../queries';
import { type ApplicationFields, getAmount, getPurpose, readApplication } from './application-schema';
import { StepIncome, type StepProps, StepPurpose, StepReview } from './application-steps';
import { LineFields } from './line-fields';
import { estimateAffordability, estimateLimit, OfferEstimate } from './offer-estimate';
import { useDraft } from './use-draft';
import { type OwnHome, useHomes, usePrimeRate } from './use-homes';

/** The form field that each refusal code refers to. */
const FIELD_OF_CODE: Record<string, keyof ApplicationFields> = {
  BADAM: 'loanAmount',
  BADTM: 'termMonths',
  BADTX: 'reason',
  NOELG: 'homeId',
  NTFND: 'homeId',
};

const resolver: Resolver<ApplicationFields> = (values) => {
  const read = readApplication(values);
  if (read.details) return { values, errors: {} };
  const errors: FieldErrors<ApplicationFields> = {};
  for (const [name, message] of Object.entries(read.problems))
    errors[name as keyof ApplicationFields] = { type: 'value', message };
  return { values: {}, errors };
};

type ApplicationFormProps = {
  /** The initial values, from a draft or the bank's data. */
  initial: ApplicationFields;
  credit: CreditFacts;
  /** The income that the bank knows. */
  income: KnownIncome | null;
  onSubmitted: (applicationId: string) => void;
};

/** Renders the application form in four steps and saves a draft automatically. */
export function ApplicationForm({ initial, credit, income, onSubmitted }: ApplicationFormProps) {
  const { send, isPending } = useIdempotentMutation(loanApplicationMutations.submit);
  const queryClient = useQueryClient();
  const form = useForm<ApplicationFields>({ resolver, defaultValues: initial, mode: 'onTouched' });
  const { register, control, watch, setValue, setError, trigger, formState } = form;
  const values = watch();
  const homes = useHomes();
  const prime = usePrimeRate();
  const draft = useDraft(form);
  const heading = useRef<HTMLHeadingElement>(null);
  const current = Math.max(
    0,
    STEPS.findIndex(({ id }) => id === values.step),
  );
  const step = STEPS[current] ?? STEPS[0];
  const hasMoved = useRef(false);

  // Focuses the heading of each new step.
  useEffect(() => {
    if (hasMoved.current && step?.id) heading.current?.focus();
  }, [step?.id]);

  // The home of a draft can be gone, such as after a restored checkpoint.
  const isHomeGone =
    homes.length > 0 && values.homeId !== '' && !homes.some(({ id }) => id === values.homeId);
  const isLine = getPurpose(values.purpose).type === 'HOME_EQUITY';
  const onlyHome = homes.length === 1 ? homes[0]?.id : undefined;
  const needsOnlyHome = isLine && values.homeId === '' && onlyHome !== undefined;
  useEffect(() => {
    if (isHomeGone || needsOnlyHome) setValue('homeId', onlyHome ?? '');
  }, [isHomeGone, needsOnlyHome, onlyHome, setValue]);

  function go(to: StepId) {
    hasMoved.current = true;
    setValue('step', to, { shouldDirty: true });
  }

  function choose(purpose: string) {
    const { terms, usual } = getPurpose(purpose);
    const isChosen = formState.dirtyFields.termMonths && terms.includes(Number(values.termMonths));
    if (!isChosen) setValue('termMonths', String(usual));
  }

  async function proceed(event: FormEvent) {
    event.preventDefault();
    if (step?.id === 'review') {
      await submit();
      return;
    }
    const isFine = await trigger([...(step?.fields ?? [])], { shouldFocus: true });
    const next = STEPS[current + 1];
    if (isFine && next) go(next.id);
  }

  async function submit() {
    const read = readApplication(values);
    if (read.problems) {
      const first = STEPS.find(({ fields }) => fields.some((field) => read.problems[field]));
      if (first) go(first.id);
      await trigger();
      return;
    }
    try {
      await draft.finish();
      const sent = await send(read.details);
      // Adds the application to the cached list, so its page can open before the list reloads.
      queryClient.setQueryData(loanApplicationQueries.list().queryKey, (rows) =>
        rows ? [sent, ...rows.filter(({ id }) => id !== sent.id)] : rows,
      );
      onSubmitted(sent.id);
    } catch (error) {
      draft.resume();
      if (!isRefusal(error)) return;
      const field = FIELD_OF_CODE[error.code] ?? 'annualIncome';
      go(STEPS.find(({ fields }) => fields.includes(field))?.id ?? 'amount');
      setError(field, { message: error.message });
    }
  }

  const read = step?.id === 'review' ? readApplication(values) : null;
  const fields: StepProps = { control, register, values };
  return (
    <>
      <ApplicationSteps current={current} onGo={go} />
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <form onSubmit={(event) => void proceed(event)} noValidate className="flex max-w-152 flex-col gap-5">
          <h2 ref={heading} tabIndex={-1} className="text-lg outline-none">
            <span className="sr-only">
              Step {current + 1} of {STEPS.length}:{' '}
            </span>
            {step?.title}
          </h2>
          {step?.id === 'what' && <StepPurpose {...fields} onPurpose={choose} />}
          {step?.id === 'amount' && <StepAmount {...fields} homes={homes} />}
          {step?.id === 'income' && <StepIncome control={control} credit={credit} income={income} />}
          {read?.details && <StepReview details={read.details} purpose={values.purpose} />}
          {read?.problems && <p className="text-negative">Complete the earlier steps first.</p>}
          <div className="mt-2 flex flex-wrap items-center gap-3">
            {current > 0 && (
              <Button size="lg" onClick={() => go(STEPS[current - 1]?.id ?? 'what')}>
                Back
              </Button>
            )}
            <Button type="submit" variant="primary" size="lg" busy={isPending}>
              {step?.id === 'review' ? 'Submit application' : 'Continue'}
            </Button>
            <span role="status" className="text-ink-3 text-sm">
              {draft.text}
            </span>
          </div>
        </form>
        <OfferEstimate
          affordability={estimateAffordability(values, credit, { homes, prime })}
          limit={estimateLimit(values, credit)}
          prompt={isLine && values.homeId === '' ? 'Choose your home to see your estimate.' : undefined}
        />
      </div>
    </>
  );
}

type StepId = 'what' | 'amount' | 'income' | 'review';

/** The steps in order with their fields. */
const STEPS: readonly { id: StepId; title: string; fields: readonly (keyof ApplicationFields)[] }[] = [
  { id: 'what', title: 'Purpose', fields: ['purpose', 'reason'] },
  {
    id: 'amount',
    title: 'Amount and term',
    fields: ['price', 'downPayment', 'loanAmount', 'homeId', 'termMonths'],
  },
  {
    id: 'income',
    title: 'Income and debts',
    fields: ['applicantName', 'employmentStatus', 'annualIncome', 'monthlyDebt'],
  },
  { id: 'review', title: 'Review', fields: [] },
];

/** Renders the steps and marks the current step. Completed steps are links. */
function ApplicationSteps({ current, onGo }: { current: number; onGo: (step: StepId) => void }) {
  return (
    <ol aria-label="Steps" className="mb-8 grid grid-cols-4 gap-2 sm:gap-4">
      {STEPS.map(({ id, title }, index) => {
        const isDone = index < current;
        const text = (
          <>
            <span
              className={classNames(
                'block h-1 rounded-full',
                index <= current ? 'bg-accent' : 'border border-ink-3 border-dashed',
              )}
            />
            <span className="mt-2 flex items-center gap-1.5 text-sm max-sm:sr-only">
              {isDone && (
                <Check aria-label="done" className="size-4 shrink-0 text-accent-ink" strokeWidth={2} />
              )}
              {title}
            </span>
          </>
        );
        return (
          <li
            key={id}
            aria-current={index === current ? 'step' : undefined}
            className={index === current ? 'font-semibold' : 'text-ink-3'}
          >
            {isDone ? (
              <button
                type="button"
                onClick={() => onGo(id)}
                className="block w-full py-1 text-left hover:text-ink pointer-coarse:min-h-11"
              >
                {text}
              </button>
            ) : (
              <span className="block py-1">{text}</span>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function StepAmount({ control, values, homes }: StepProps & { homes: readonly OwnHome[] }) {
  const { bought, terms, type } = getPurpose(values.purpose);
  const amount = getAmount(values);
  if (type === 'HOME_EQUITY') return <LineFields control={control} values={values} homes={homes} />;
  return (
    <>
      {bought ? (
        <>
          <div className="grid gap-5 sm:grid-cols-2">
            <AmountField name="price" label={`${bought} price`} control={control} />
            <AmountField
              name="downPayment"
              label="Down payment"
              hint="The part you pay yourself."
              control={control}
            />
          </div>
          <p aria-live="polite" className="border-line border-y py-3.5">
            {amount === null ? (
              <span className="text-ink-3">The loan is the price minus the down payment.</span>
            ) : (
              <span className="flex justify-between gap-4">
                Loan amount <span className="figures font-semibold">{formatMoney(amount)}</span>
              </span>
            )}
          </p>
        </>
      ) : (
        <AmountField name="loanAmount" label="Amount" control={control} />
      )}
      <SelectField
        control={control}
        name="termMonths"
        label="Term"
        options={terms.map((months) => ({
          value: String(months),
          label: months < 12 ? `${months} months` : `${months} months (${formatMonths(months)})`,
        }))}
      />
    </>
  );
}
