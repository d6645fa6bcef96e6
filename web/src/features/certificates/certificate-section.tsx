import { dayText, parseDay, Zone } from '@engine/calendar/calendar.ts';
import { buildHouseholdState } from '@engine/household/state.ts';
import { type Minor, markMinor, toMinor } from '@engine/money/minor.ts';
import {
  computeCertificateYield,
  computeEarlyWithdrawalPenalty,
  GRACE_DAYS,
  projectCertificate,
} from '@engine/products/accounts/certificate-terms.ts';
import { useQuery } from '@tanstack/react-query';
import { type Account, accountQueries } from '@/entities/account/queries';
import { customerQueries } from '@/entities/customer/queries';
import { Explain } from '@/entities/explanation/explain';
import { clockQueries } from '@/entities/household/clock-queries';
import { formatTextDate, getDay } from '@/lib/dates';
import { formatMinor, formatRate } from '@/lib/money';
import { AlertBox } from '@/ui/alert-box';
import { Description } from '@/ui/description';
import { Loaded } from '@/ui/loaded';
import { Section } from '@/ui/page';
import { type Certificate, certificateQueries } from './queries';
import { TermLine } from './term-line';

/** Renders the term of a CD, what it is worth at maturity, and its conditions. */
export function CertificateSection({ account }: { account: Account }) {
  const terms = useQuery(certificateQueries.of(account.id));
  return (
    <Loaded from={terms} failure="We couldn't load this CD." rows={4}>
      {(certificate) => <Term account={account} certificate={certificate} />}
    </Loaded>
  );
}

type TermProps = { account: Account; certificate: Certificate };

function Term({ account, certificate }: TermProps) {
  const me = useQuery(customerQueries.me()).data;
  const accounts = useQuery(accountQueries.list()).data ?? [];
  const { rate, started_on, matures_on, renewals } = certificate;
  const { currency } = account;
  const today = getDay(me?.now ?? new Date(), me?.time_zone);
  const projection = useProjection(account.id);
  const graceEnd = dayText(parseDay(started_on) + GRACE_DAYS - 1);
  const isInGrace = renewals > 0 && today <= graceEnd;
  const apy = computeCertificateYield(rate);
  return (
    <Section title="Term" className="mt-10">
      <dl className="mb-6 flex flex-wrap gap-x-10 gap-y-4 [&_dt]:text-ink-3 [&_dt]:text-sm">
        <Description term="APY">
          <Explain
            title="Annual percentage yield (APY)"
            formula="365 days of interest ÷ principal, compounded daily"
            inputs={[
              { name: 'Interest rate', value: formatRate(rate) },
              { name: 'APY', value: formatRate(apy) },
            ]}
            source="Regulation DD, appendix A. The rate is fixed for the term."
            lesson="compound-interest"
          >
            <span className="figures font-semibold text-lg">{formatRate(apy)}</span>
          </Explain>
        </Description>
        {/* Right after the opening, the deposit may not be in the household yet. */}
        {projection && projection.balance > 0 && (
          <>
            <Description term="Interest until maturity">
              <span className="figures font-semibold text-lg">
                {formatMinor(projection.interest, currency)}
              </span>
            </Description>
            <Description term="Balance at maturity">
              <span className="figures font-semibold text-lg">
                {formatMinor(projection.balance, currency)}
              </span>
            </Description>
          </>
        )}
      </dl>
      <TermLine from={started_on} to={matures_on} today={today} hasRenewed={renewals > 0} />
      {isInGrace && (
        <AlertBox
          kind="info"
          className="mt-6"
          fact={`Renewed on ${formatTextDate(started_on)} at ${formatRate(rate)}.`}
        >
          You can withdraw without a penalty through {formatTextDate(graceEnd)}.
        </AlertBox>
      )}
      <p className="mt-6 max-w-prose">{describeMaturity(certificate, accounts)}</p>
      <p className="mt-2 max-w-prose text-ink-3 text-sm">
        {formatRate(rate)} a year, fixed. Interest compounds daily and is credited on the last day of each
        month. Withdrawing before {formatTextDate(matures_on)} costs {certificate.penalty_days} days of
        interest on the amount: at most {formatMinor(getHighestPenalty(certificate), currency)}. Interest that
        was already credited can be withdrawn without a penalty.
      </p>
    </Section>
  );
}

/** Returns the penalty for withdrawing all principal. */
function getHighestPenalty({ principal, rate, penalty_days }: Certificate): Minor {
  return markMinor(computeEarlyWithdrawalPenalty(toMinor(principal), rate, penalty_days));
}

function useProjection(accountId: string) {
  const household = useQuery(clockQueries.household()).data;
  if (!household) return null;
  const state = buildHouseholdState(household);
  const account = state.accounts.find(({ id }) => id === accountId);
  if (!account?.certificate || account.closed) return null;
  return projectCertificate(account, account.certificate, new Zone(state.timeZone).getDay(state.at + 1));
}

function describeMaturity(
  { at_maturity, matures_on, payout_account_id, interest_account_id, term_months }: Certificate,
  accounts: readonly Account[],
): string {
  const getName = (id: string | null) => accounts.find((account) => account.id === id)?.name;
  const on = formatTextDate(matures_on);
  const maturity =
    at_maturity === 'renew'
      ? `On ${on}, it renews for ${term_months} months at the rate of that day.`
      : `On ${on}, we pay the balance to ${getName(payout_account_id) ?? 'your account with the highest balance'}.`;
  const receiver = getName(interest_account_id);
  return receiver ? `${maturity} We pay each month's interest to ${receiver}.` : maturity;
}
