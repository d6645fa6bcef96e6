import type { Bank } from './harness.ts';

/** The table that each id argument refers to. */
export const ARGUMENTS: Record<string, string> = {
  funding_account_id: 'accounts',
  conversation_id: 'assistant_conversations',
  message_id: 'assistant_messages',
  proposal_id: 'assistant_proposals',
  account_id: 'accounts',
  from_account_id: 'accounts',
  to_account_id: 'accounts',
  sweep_to_account_id: 'accounts',
  overdraft_account_id: 'accounts',
  payout_account_id: 'accounts',
  quote_id: 'accounts',
  interest_account_id: 'accounts',
  card_id: 'credit_cards',
  from_card_id: 'credit_cards',
  virtual_card_id: 'virtual_cards',
  dispute_id: 'disputes',
  refund_id: 'refunds',
  hold_id: 'holds',
  pay_stub_id: 'pay_stubs',
  loan_id: 'loans',
  mortgage_id: 'mortgages',
  home_id: 'mortgages',
  application_id: 'loan_applications',
  customer_id: 'customers',
  checkpoint_id: 'checkpoints',
  document_id: 'documents',
  folder_id: 'document_folders',
  debt_id: 'loans',
  offer_id: 'refinance_offers',
  goal_id: 'goals',
  cash_account_id: 'accounts',
  dividend_account_id: 'accounts',
  order_id: 'fund_orders',
  peer_transfer_id: 'peer_transfers',
  import_id: 'imports',
  reconciliation_id: 'reconciliations',
  edit_id: 'transaction_edits',
  rule_id: 'categorization_rules',
  session_id: 'account_deletions',
  item_id: 'accounts',
  ticket_id: 'tickets',
  from_category_id: 'categories',
  to_category_id: 'categories',
};

export type Call = { name: string; arguments: { name: string; type: string }[] };

export async function tablesOfCustomers(bank: Bank): Promise<{ table: string; owner: string }[]> {
  return (await bank.owner`
    select c.relname as table, case c.relname when 'customers' then 'id' else 'user_id' end as owner
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and (c.relname = 'customers' or exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'user_id'))
    order by c.relname`) as { table: string; owner: string }[];
}

export async function callsOfCustomers(bank: Bank): Promise<Call[]> {
  return (await bank.owner`
    select p.proname as name, (
      select coalesce(jsonb_agg(jsonb_build_object('name', p.proargnames[n], 'type', format_type(p.proargtypes[n - 1], null)) order by n), '[]')
      from generate_series(1, p.pronargs) n where p.proargtypes[n - 1] = any(array['uuid', 'numeric']::regtype[])
        or n <= p.pronargs - p.pronargdefaults and p.proargtypes[n - 1] = any(array['text', 'integer', 'date', 'boolean']::regtype[])) as arguments
    from pg_proc p
    where p.pronamespace = 'public'::regnamespace and has_function_privilege('authenticated', p.oid, 'execute')
    order by p.proname`) as Call[];
}

/**
 * Runs a query given as text, because the names of tables and columns can't be bound. Each `?` is a bound
 * value.
 */
export const run = (query: Bank['owner'], text: string, ...values: unknown[]) => {
  const parts = text.split('?');
  return query(Object.assign([...parts], { raw: parts }), ...values);
};
