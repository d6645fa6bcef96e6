import { describe, expect } from 'vitest';
import { DAY_MS, Zone } from '../../../engine/calendar/calendar.ts';
import { readHouseholdFile } from '../../../engine/household/file.ts';
import { rowOfFile } from '../../../engine/household/file-row.ts';
import { PERSONA_IDS, personaHistory } from '../../../engine/household/personas.ts';
import type { HouseholdRow } from '../../../engine/household/row.ts';
import { buildHouseholdState } from '../../../engine/household/state.ts';
import { Exchange } from '../../../engine/money/exchange.ts';
import { simulateSince } from '../../../engine/simulation/past.ts';
import { buildStep } from '../../../engine/simulation/step.ts';
import { demoHousehold } from '../../../engine/testing/personas.ts';
import { simulateWhatIf } from '../../../engine/what-if/what-if.ts';
import { test } from '../support/harness.ts';

const NOW = Date.parse('2026-03-10T15:00:00Z');

describe('a household file', () => {
  test.for(PERSONA_IDS)(
    'of a %s parses to what the bank gives the engine',
    async (persona, { bank, alice }) => {
      const now = new Date(NOW).toISOString();
      const newId = () => crypto.randomUUID();
      const { household } = personaHistory({ persona, seed: 3, now, timeZone: 'America/New_York', newId });
      await bank.owner`update customers set time_zone = 'America/New_York' where id = ${alice.id}`;
      await bank.owner`select load_household(${alice.id}, ${JSON.stringify(household)}::text::jsonb)`;
      const [loaded] =
        await bank.asService()`select * from engine_households(array[${alice.id}]::uuid[]) as row`;
      const [exported] = await bank.asCustomer(alice)`select export_household() as file`;
      const read = readHouseholdFile(JSON.parse(JSON.stringify(exported?.file)));
      if ('problem' in read) throw new Error(read.problem);
      const row: HouseholdRow = loaded?.['row'];
      const { accounts, certificates, cards, debts, auto_deposits, scheduled_payments, carryover } = row;
      const same = { accounts, certificates, cards, debts, auto_deposits, scheduled_payments, carryover };
      expect(rowOfFile(read.file)).toMatchObject(same);
    },
  );

  test('parses to the same state that the bank gives the engine', async ({ bank, alice }) => {
    const customer = bank.asCustomer(alice);
    const household = demoHousehold({
      seed: 3,
      now: new Date(NOW).toISOString(),
      timeZone: 'America/New_York',
      newId: () => crypto.randomUUID(),
    });
    await bank.owner`update customers set time_zone = 'America/New_York' where id = ${alice.id}`;
    await bank.owner`select load_household(${alice.id}, ${JSON.stringify(household)}::text::jsonb)`;
    await bank.owner`update bank.clocks set simulated_until = ${new Date(NOW)} where household_id = ${alice.id}`;
    const getRow = async () => {
      const [match] =
        await bank.asService()`select * from engine_households(array[${alice.id}]::uuid[]) as row`;
      return match?.row as HouseholdRow;
    };
    const written = async () => {
      const [exported] = await customer`select export_household() as file`;
      const read = readHouseholdFile(JSON.parse(JSON.stringify(exported?.file)));
      if ('problem' in read) throw new Error(read.problem);
      return read.file;
    };
    const before = rowOfFile(await written());
    const { step } = buildStep(await getRow(), NOW + 40 * DAY_MS, true);
    await bank.asService()`select * from apply_engine_steps(${JSON.stringify([step])}::text::jsonb)`;
    // Makes changes that the engine hasn't processed yet: a deposit and a card limit.
    const [account] =
      await customer`select id from accounts where type = 'CHECKING' order by created_at limit 1`;
    await customer`select deposit(${account?.id}, 12.34)`;
    await customer`insert into card_controls (card_id, kind, amount) select id, 'month', 500 from credit_cards limit 1`;

    const file = await written();
    const row = await getRow();
    const { id, generation, rules_version, last_entry, now, disputes, changes, next_expiry, ...others } = row;
    // Only the bank counts the contributions to tax-advantaged accounts.
    const { contributions, ...same } = others;
    expect(sortFunds(rowOfFile(file))).toMatchObject(sortFunds(same));
    expect(Object.values(contributions ?? {})).not.toEqual([]);
    expect(next_expiry).toBeNull();
    expect(changes).toHaveLength(1);
    expect(rowOfFile(file).changes).toMatchObject(changes.map(({ category, ...change }) => change));
    expect(rowOfFile(file).disputes?.map((dispute) => dispute.id)).toEqual(
      disputes?.map((dispute) => dispute.id),
    );

    // With no decisions applied, the projection matches what the engine simulated.
    const at = before.simulated_until;
    const ended = new Zone(file.time_zone).getDay(NOW + 40 * DAY_MS) - 1;
    const projected = simulateWhatIf(buildHouseholdState(before), [], ended, { currency: 'USD' });
    const days = projected.points.map((point) => point.day);
    const simulated = simulateSince(file, at, days, new Exchange('USD'));
    expect(simulated.points).toEqual(projected.points);

    const today = new Zone(file.time_zone).getDay(now);
    const { points } = simulateSince(file, now, [today], new Exchange('USD'));
    const [worth] = await customer`select
      (select sum(balance) from accounts where type <> 'INVESTMENT' and currency = 'USD') as cash,
      (select sum(balance) from credit_cards) + (select sum(remaining_balance) from loans)
        + (select sum(remaining_balance) from mortgages) as debt,
      (select sum(coalesce(current_value, property_value)) from mortgages)
        + (select sum(balance) from debt_reserves) as property`;
    const cents = (amount: string) => Math.round(Number(amount) * 100);
    expect(points[0]).toMatchObject({
      cash: cents(worth?.cash),
      debt: cents(worth?.debt),
      property: cents(worth?.property),
    });
  });
});

/** Sorts the funds, because the bank returns holdings in no fixed order. The lots of a fund stay in their order. */
function sortFunds<Row extends Pick<HouseholdRow, 'funds'>>(row: Row): Row {
  if (!row.funds) return row;
  const byFund = <Held extends { account_id: string; fund: string }>(rows: readonly Held[]) =>
    rows.toSorted((first, second) =>
      `${first.account_id} ${first.fund}`.localeCompare(`${second.account_id} ${second.fund}`),
    );
  const { holdings, lots, ...funds } = row.funds;
  return { ...row, funds: { ...funds, holdings: byFund(holdings), lots: byFund(lots) } };
}
