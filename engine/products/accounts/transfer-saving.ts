import { type Minor, markMinor, subtractMinor } from '../../money/minor.ts';
import { BALANCE_TRANSFER, transactionFee } from '../cards/card-balances.ts';
import { payoffByAmount } from '../cards/minimum-payment-warning.ts';

/**
 * Compares a balance transfer, repaid with equal payments during the promotion, with the same payments at the
 * old rate. The saving is null if those payments would never repay the balance.
 */
export function compareTransfer(amount: Minor, apr: number) {
  const fee = transactionFee(amount, BALANCE_TRANSFER);
  const payment = markMinor(Math.ceil((amount + fee) / BALANCE_TRANSFER.months));
  const stay = payoffByAmount(amount, payment, apr);
  return { fee, payment, stay, saving: stay && subtractMinor(stay.interest, fee) };
}
