import { dayText, parseDay } from '../../calendar/calendar.ts';
import type { HouseholdRow } from '../../household/row.ts';
import type { AccountState, HouseholdState } from '../../simulation/state.ts';

/** The terms of a CD that renewed, for the bank's records. */
export type CertificateStep = {
  account_id: string;
  rate: number;
  penalty_days: number;
  /** In minor units. */
  principal: number;
  started_on: string;
  matures_on: string;
  renewals: number;
};

/** Returns the terms of a CD; nothing for other accounts. */
export function readCertificate(
  accountId: string,
  { certificates }: Pick<HouseholdRow, 'certificates'>,
): Pick<AccountState, 'certificate'> {
  const row = certificates?.find(({ account_id }) => account_id === accountId);
  if (!row) return {};
  return {
    certificate: {
      termMonths: row.term_months,
      rate: row.rate,
      penaltyDays: row.penalty_days,
      principal: row.principal,
      startedOn: parseDay(row.started_on),
      maturesOn: parseDay(row.matures_on),
      renewals: row.renewals,
      atMaturity: row.at_maturity,
      payoutAccountId: row.payout_account_id,
      interestAccountId: row.interest_account_id,
    },
  };
}

/** Returns the CDs that renewed between two states. */
export function getRenewedCertificates(before: HouseholdState, after: HouseholdState): CertificateStep[] {
  return after.accounts.flatMap(({ id, certificate }, index) =>
    certificate && certificate.renewals !== before.accounts[index]?.certificate?.renewals
      ? [
          {
            account_id: id,
            rate: certificate.rate,
            penalty_days: certificate.penaltyDays,
            principal: certificate.principal,
            started_on: dayText(certificate.startedOn),
            matures_on: dayText(certificate.maturesOn),
            renewals: certificate.renewals,
          },
        ]
      : [],
  );
}
