import { describe, expect } from 'vitest';
import { type Bank, type Person, test } from '../support/harness.ts';

const finish = async (bank: Bank, person: Person, lesson: string, questions: number, right: number) =>
  (await bank.asCustomer(person)`select * from finish_lesson(${lesson}, ${questions}, ${right})`)[0];

const getProgress = (bank: Bank, person: Person) =>
  bank.asCustomer(person)`select lesson, questions, best_right, tries from lesson_progress order by lesson`;

describe('lesson progress', () => {
  test("stores a customer's answers, one row per lesson", async ({ bank, alice }) => {
    expect(await finish(bank, alice, 'card-interest', 4, 3)).toMatchObject({ best_right: 3, tries: 1 });
    await finish(bank, alice, 'if-pay-stops', 4, 4);
    expect(await getProgress(bank, alice)).toEqual([
      { lesson: 'card-interest', questions: 4, best_right: 3, tries: 1 },
      { lesson: 'if-pay-stops', questions: 4, best_right: 4, tries: 1 },
    ]);
  });

  test('keeps the best try and counts every try', async ({ bank, alice }) => {
    await finish(bank, alice, 'card-interest', 4, 3);
    expect(await finish(bank, alice, 'card-interest', 4, 1)).toMatchObject({ best_right: 3, tries: 2 });
    expect(await finish(bank, alice, 'card-interest', 4, 4)).toMatchObject({ best_right: 4, tries: 3 });
  });

  test('compares shares if a lesson has more questions than before', async ({ bank, alice }) => {
    await finish(bank, alice, 'card-interest', 4, 4);
    expect(await finish(bank, alice, 'card-interest', 6, 5)).toMatchObject({ questions: 4, best_right: 4 });
    expect(await finish(bank, alice, 'card-interest', 6, 6)).toMatchObject({ questions: 6, best_right: 6 });
  });

  test.for([
    ['a name that is none', 'Card interest!', 4, 3],
    ['more right answers than questions', 'card-interest', 4, 5],
    ['no questions', 'card-interest', 0, 0],
  ] as const)('refuses %s', async ([, lesson, questions, right], { bank, alice }) => {
    await expect(finish(bank, alice, lesson, questions, right)).rejects.toMatchObject({ code: 'NTFND' });
  });

  test('is private to its customer, written only by the function, and deleted with the customer', async ({
    bank,
    alice,
    bob,
  }) => {
    await finish(bank, alice, 'card-interest', 4, 3);
    expect(await getProgress(bank, bob)).toEqual([]);
    await expect(
      bank.asCustomer(bob)`insert into lesson_progress (user_id, lesson, questions, best_right)
        values (${bob.id}, 'card-interest', 4, 4)`,
    ).rejects.toMatchObject({ code: '42501' });
    await bank.asCustomer(alice)`select erase_household()`;
    expect(await bank.owner`select from lesson_progress where user_id = ${alice.id}`).toHaveLength(0);
  });
});
