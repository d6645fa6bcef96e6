import { type QueuedMovement, sendOrQueue } from '@/lib/offline/queue';
import { type Arguments, requestMutation, withJson } from '@/lib/requests';
import { supabase } from '@/lib/supabase';
import type {
  AutopayDetails,
  CardDetails,
  ControlDetails,
  DisputeDetails,
  VirtualCardDetails,
} from './card-schema';
import type { CardDetailSecrets } from './queries';

type Charge = QueuedMovement & {
  cardId: string;
  amount: number;
  merchant: string;
  category: string;
  /** Null if the charge is on the main card. */
  virtualCardId: string | null;
  requestId: string;
};
type Payment = QueuedMovement & {
  cardId: string;
  amount: number;
  accountId: string | null;
  requestId: string;
};

export const creditCardMutations = {
  create: requestMutation(
    'Failed to create credit card',
    ({ name, creditLimit, apr, dueDate }: CardDetails) =>
      supabase
        .from('credit_cards')
        .insert({ name, credit_limit: creditLimit, balance: 0, apr, due_date: dueDate || undefined })
        .select()
        .single(),
  ),
  update: requestMutation(
    'Failed to update credit card',
    ({ id, name, apr, dueDate }: Omit<CardDetails, 'creditLimit'> & { id: string }) =>
      supabase
        .from('credit_cards')
        .update({ name, apr, due_date: dueDate || undefined })
        .eq('id', id)
        .select()
        .single(),
  ),
  delete: requestMutation('Failed to delete credit card', (id: string) =>
    supabase.from('credit_cards').delete().eq('id', id),
  ),
  charge: requestMutation(
    'Failed to charge credit card',
    ({ cardId, virtualCardId, requestId, text, currency, ...purchase }: Charge) =>
      sendOrQueue(
        'charge_credit_card',
        { card_id: cardId, virtual_card_id: virtualCardId, request_id: requestId, ...purchase },
        { text, currency },
      ),
  ),
  pay: requestMutation(
    'Failed to pay credit card',
    ({ cardId, amount, accountId, requestId, ...display }: Payment) =>
      sendOrQueue(
        'pay_credit_card',
        { card_id: cardId, amount, account_id: accountId, request_id: requestId },
        display,
      ),
  ),
  freeze: requestMutation(
    'Failed to update credit card',
    ({ cardId, frozen }: { cardId: string; frozen: boolean }) =>
      supabase.from('credit_cards').update({ frozen }).eq('id', cardId),
  ),
  takeCash: requestMutation("We couldn't make the cash advance", (cash: Arguments<'take_cash_advance'>) =>
    supabase.rpc('take_cash_advance', cash),
  ),
  transferBalance: requestMutation(
    "We couldn't transfer the balance",
    (transfer: Arguments<'transfer_balance'>) => supabase.rpc('transfer_balance', transfer),
  ),
  allowRecurring: requestMutation(
    'Failed to update credit card',
    ({ cardId, allows }: { cardId: string; allows: boolean }) =>
      supabase.from('credit_cards').update({ allows_recurring: allows }).eq('id', cardId),
  ),
  allowOverLimit: requestMutation(
    'Failed to update credit card',
    ({ cardId, allows }: { cardId: string; allows: boolean }) =>
      supabase.from('credit_cards').update({ over_limit: allows }).eq('id', cardId),
  ),
  chargeAbroad: requestMutation('Failed to charge credit card', (charge: Arguments<'charge_abroad'>) =>
    supabase.rpc('charge_abroad', charge),
  ),
  setAutopay: requestMutation(
    'Failed to update credit card',
    ({ cardId, pays, accountId, amount, retries }: AutopayDetails & { cardId: string }) =>
      supabase
        .from('credit_cards')
        .update({
          autopay: pays === 'off' ? null : pays,
          autopay_account_id: pays === 'off' ? null : accountId,
          autopay_amount: amount,
          autopay_retries: retries,
        })
        .eq('id', cardId),
  ),
  /** This is a mutation instead of a query, so that the card number isn't cached. */
  reveal: requestMutation("We couldn't show the card number", (cardId: string) =>
    withJson<CardDetailSecrets>(supabase.rpc('reveal_card_details', { card_id: cardId })),
  ),
  replace: requestMutation("We couldn't replace the card", (card: Arguments<'replace_credit_card'>) =>
    supabase.rpc('replace_credit_card', card),
  ),
  close: requestMutation("We couldn't close the card", (card: Arguments<'close_credit_card'>) =>
    supabase.rpc('close_credit_card', card),
  ),
  createVirtual: requestMutation(
    "We couldn't create the virtual card",
    ({ cardId, request_id, ...details }: VirtualCardDetails & ForCard) =>
      supabase.rpc('create_virtual_card', {
        card_id: cardId,
        name: details.name,
        spend_limit: details.limit,
        merchant: details.merchant || null,
        single_use: details.singleUse,
        request_id,
      }),
  ),
  setVirtualStatus: requestMutation(
    "We couldn't update the virtual card",
    (card: Arguments<'set_virtual_card_status'>) => supabase.rpc('set_virtual_card_status', card),
  ),
  activate: requestMutation("We couldn't activate the categories", (cardId: string) =>
    supabase.rpc('activate_categories', { card_id: cardId }),
  ),
  redeem: requestMutation("We couldn't redeem your rewards", (rewards: Arguments<'redeem_rewards'>) =>
    supabase.rpc('redeem_rewards', rewards),
  ),
  requestLimit: requestMutation(
    "We couldn't request a new limit",
    ({ cardId, limit, request_id }: ForCard & { limit: number }) =>
      supabase.rpc('request_credit_limit', { card_id: cardId, credit_limit: limit, request_id }),
  ),
  openDispute: requestMutation(
    "We couldn't open the dispute",
    ({ cardId, entryId, request_id, amount, reason, description }: DisputeDetails & ForEntry) =>
      supabase.rpc('open_dispute', {
        card_id: cardId,
        entry_id: entryId,
        amount,
        reason,
        description: description || null,
        request_id,
      }),
  ),
  refundCreditBalance: requestMutation(
    "We couldn't move your credit balance",
    (card: Arguments<'refund_credit_balance'>) => supabase.rpc('refund_credit_balance', card),
  ),
  waiveFee: requestMutation("We couldn't waive the fee", (fee: Arguments<'request_fee_waiver'>) =>
    supabase.rpc('request_fee_waiver', fee),
  ),
  /** Changes the amount of the spending control with this id, or creates a control if there is no id. */
  setControl: requestMutation(
    "We couldn't save the spending control",
    async ({ cardId, id, kind, categoryId, amount }: ControlDetails & ControlKey) => {
      const controls = supabase.from('card_controls');
      const created = { card_id: cardId, kind, category_id: categoryId || null, amount };
      await (id ? controls.update({ amount }).eq('id', id) : controls.insert(created)).throwOnError();
    },
  ),
  removeControl: requestMutation("We couldn't remove the spending control", (id: string) =>
    supabase.from('card_controls').delete().eq('id', id),
  ),
};

type ForCard = { cardId: string; request_id: string };
type ForEntry = ForCard & { entryId: number };
type ControlKey = { cardId: string; id: string | null };
