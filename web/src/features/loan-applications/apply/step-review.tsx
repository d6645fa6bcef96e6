import { formatMonths } from '@/entities/debt/data/terms';
import { formatMinor, formatMoney, subtractMinor, toMinor } from '@/lib/money';
import { Review, ReviewLine } from '@/ui/forms/review';
import { type ApplicationDetails, EMPLOYMENTS, getPurpose } from './application-schema';

/** A summary of the application. */
export function StepReview({ details, purpose }: { details: ApplicationDetails; purpose: string }) {
  const { label, bought } = getPurpose(purpose);
  const employment = EMPLOYMENTS.find(({ value }) => value === details.employmentStatus)?.label;
  return (
    <>
      <Review>
        <ReviewLine label="Purpose">
          <span className="block text-right">
            {label}
            {details.purpose && <span className="block font-normal text-ink-2">{details.purpose}</span>}
          </span>
        </ReviewLine>
        {details.collateralValue !== null && (
          <>
            <ReviewLine label={`${bought ?? 'home'} price`}>
              {formatMoney(details.collateralValue)}
            </ReviewLine>
            <ReviewLine label="Down payment">
              {formatMinor(subtractMinor(toMinor(details.collateralValue), toMinor(details.loanAmount)))}
            </ReviewLine>
          </>
        )}
        <ReviewLine label="Loan amount">{formatMoney(details.loanAmount)}</ReviewLine>
        <ReviewLine label="Term">{formatMonths(details.termMonths)}</ReviewLine>
        <ReviewLine label="Applicant">
          {details.applicantName}, {employment?.toLowerCase()}
        </ReviewLine>
        <ReviewLine label="Annual income">{formatMoney(details.annualIncome)}</ReviewLine>
        <ReviewLine label="Other monthly debt payments">{formatMoney(details.monthlyDebt)}</ReviewLine>
      </Review>
      <p className="text-ink-2 text-sm">
        Submitting doesn’t affect your credit. Getting the decision adds a hard inquiry, which lowers your
        score slightly for a year.
      </p>
    </>
  );
}
