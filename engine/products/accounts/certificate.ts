import { addMonths, type DayNumber, dayText, type Instant } from '../../calendar/calendar.ts';
import { type Change, RANK, type Run, type Timer } from '../../simulation/run.ts';
import type { AccountState, CertificateState } from '../../simulation/state.ts';
import { MICROS } from '../rates.ts';
import { GRACE_DAYS, getCertificateOffers, NOTICE_DAYS } from './certificate-terms.ts';
import { findReceivingAccount } from './deposit-account.ts';

const NEVER = Number.POSITIVE_INFINITY;
const NOTICE_AT_MINUTES = 9 * 60;

/**
 * Simulates a certificate of deposit. Sends a notice 30 days before maturity. At the start of the day of
 * maturity, pays it out or renews it for the same term at that day's rate.
 */
export class CertificateSimulator implements Timer {
  readonly rank = RANK.income;
  due: Instant = NEVER;

  constructor(
    private readonly run: Run,
    private readonly account: AccountState,
    private readonly certificate: CertificateState,
  ) {
    run.observe(account.id, (amount, change) => this.applyChange(amount, change));
    this.schedule(run.missedUntil);
  }

  fire(): void {
    const { run, certificate } = this;
    if (run.now >= run.zone.getStart(certificate.maturesOn)) this.mature();
    else this.notify();
    this.schedule(run.now);
  }

  private schedule(after: Instant): void {
    const { run, account, certificate } = this;
    if (account.closed) {
      this.due = NEVER;
      return;
    }
    const notice = run.zone.at(certificate.maturesOn - NOTICE_DAYS, NOTICE_AT_MINUTES);
    const maturity = run.zone.getStart(certificate.maturesOn);
    this.due = notice > after && notice < maturity ? notice : Math.max(run.state.at, maturity);
  }

  private notify(): void {
    const { run, account, certificate } = this;
    const { maturesOn, atMaturity } = certificate;
    run.report({
      key: `${account.id}:cd_maturing:${dayText(maturesOn)}`,
      kind: 'cd_maturing',
      description: `${account.name} matures soon`,
      subject: account.id,
      facts: { matures_on: dayText(maturesOn), at_maturity: atMaturity },
    });
  }

  private mature(): void {
    const { run, account, certificate } = this;
    const receiver = certificate.atMaturity === 'pay_out' ? this.findReceiver() : undefined;
    const amount = run.lowestBalance(account);
    // Without an account that can receive the balance, the CD renews.
    if (!receiver || amount <= 0) {
      this.renew(certificate.maturesOn);
      return;
    }
    const event = {
      key: `${account.id}:cd_matured:${dayText(certificate.maturesOn)}`,
      kind: 'cd_matured',
      description: `${account.name} matured`,
      subject: account.id,
    };
    run.post(event, { from: account.id, to: receiver.id, amount, currency: account.currency });
    account.closed = true;
  }

  private findReceiver(): AccountState | undefined {
    const { run, account, certificate } = this;
    const chosen = run.account(certificate.payoutAccountId);
    return chosen?.currency === account.currency
      ? chosen
      : findReceivingAccount(run.state.accounts, account.currency);
  }

  private renew(day: DayNumber): void {
    const { run, account, certificate } = this;
    const offer = getCertificateOffers(day).find(({ months }) => months === certificate.termMonths);
    if (offer) {
      certificate.rate = offer.rate;
      certificate.penaltyDays = offer.penaltyDays;
    }
    certificate.principal = account.balance;
    certificate.startedOn = day;
    certificate.maturesOn = addMonths(day, certificate.termMonths);
    certificate.renewals += 1;
    run.report({
      key: `${account.id}:cd_renewed:${dayText(day)}`,
      kind: 'cd_renewed',
      description: `${account.name} renewed at ${certificate.rate}%`,
      subject: account.id,
      facts: {
        rate: certificate.rate,
        matures_on: dayText(certificate.maturesOn),
        grace_until: dayText(day + GRACE_DAYS - 1),
      },
    });
  }

  /** Subtracts interest that the bank paid for an early withdrawal from the accrued interest. */
  private applyChange(amount: number, { kind, byHand }: Change): void {
    if (byHand && kind === 'interest')
      this.account.accruedMicros = Math.max(0, this.account.accruedMicros - amount * MICROS);
  }
}
