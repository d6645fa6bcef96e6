import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../server/testing/server.ts';
import { openConversation } from '../support/assistant.ts';

describe('a draw that the customer asks the assistant for', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  /** Opens a conversation for a customer with a line of 30,000.00 on a home. */
  async function openLine() {
    const talker = await openConversation(server);
    const { client } = talker;
    const { data: account } = await client
      .rpc('open_account', { name: 'Checking', initial_balance: 5_000 })
      .single<{ id: string }>()
      .throwOnError();
    const { data: home } = await client
      .rpc('take_mortgage', { property_value: 400_000, down_payment: 200_000, interest_rate: 6, term: 30 })
      .single<{ id: string }>()
      .throwOnError();
    const { data: application } = await client
      .rpc('submit_application', {
        ...{ loan_type: 'HOME_EQUITY', loan_amount: 30_000, term_months: 360, home_id: home.id },
        ...{ annual_income: 60_000, employment_status: 'EMPLOYED' },
      })
      .single<{ id: string }>()
      .throwOnError();
    await client.functions.invoke('decide-application', { body: { application_id: application.id } });
    const { data } = await client
      .rpc('accept_offer', { application_id: application.id, offer_index: 0, account_id: account.id })
      .throwOnError();
    return { ...talker, account: account.id, line: (data as { loan_id: string }).loan_id };
  }

  it('is proposed with its cost, made once after a confirmation, and refused above the limit', async () => {
    const { ask, client, line, account } = await openLine();
    const reply = await ask('Draw 2500 from my home equity line');
    const part = reply.parts.find(({ kind }) => kind === 'proposal');
    expect(part).toMatchObject({
      proposal: {
        title: 'Draw $2,500.00 from Home equity line to Checking',
        state: 'proposed',
        changes: [
          { label: 'Owed on Home equity line', before: '$0.00', after: '$2,500.00' },
          { label: 'Available credit', before: '$30,000.00', after: '$27,500.00' },
          { label: 'Checking', before: '$5,000.00', after: '$7,500.00' },
          { label: 'Interest on this draw', after: expect.stringMatching(/^About \$\d\d\.\d\d a month at/) },
        ],
      },
    });
    const owed = async () =>
      (await client.from('loans').select('remaining_balance').eq('id', line).single().throwOnError()).data;
    expect(await owed()).toEqual({ remaining_balance: 0 });
    const { conversation } = reply;
    const done = await ask('yes', { conversation });
    expect(done.text).toContain('Drew $2,500.00 from Home equity line to Checking.');
    await ask('yes', { conversation });
    expect(await owed()).toEqual({ remaining_balance: 2_500 });
    const { data } = await client.from('accounts').select('balance').eq('id', account).single();
    expect(data).toEqual({ balance: 7_500 });
    const more = await ask('draw 40000 from my home equity line');
    expect(more.text).toContain('You can draw up to $27,500.00 from Home equity line.');
    expect(more.parts.some(({ kind }) => kind === 'proposal')).toBe(false);
    const question = await ask('how much can I draw from my home equity line?');
    expect(question.text).toContain('You can draw up to $27,500.00');
  });

  it('is neither proposed nor offered while payments on the line are paused', async () => {
    const { ask, client, line, account } = await openLine();
    await client
      .rpc('draw_credit_line', { loan_id: line, account_id: account, amount: 1_000 })
      .throwOnError();
    await client.rpc('pause_debt', { debt_id: line }).throwOnError();
    const refusal = 'Resume your payments on Home equity line first. Then you can draw again.';
    const request = await ask('Draw 500 from my home equity line');
    expect(request.text).toContain(refusal);
    expect(request.proposal).toBeUndefined();
    const question = await ask('how much can I draw from my home equity line?');
    expect(question.text).toContain(refusal);
    expect(question.text).not.toContain('You can draw');
    const overview = await ask('tell me about my home equity line');
    expect(overview.text).toContain(`You owe $1,000.00 on Home equity line`);
    expect(overview.text).toContain(refusal);
    expect(overview.text).not.toContain('can draw $');
  });
});
