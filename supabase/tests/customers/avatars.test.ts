import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { type Bank, type Person, test } from '../support/harness.ts';

const store = (bank: Bank, person: Person, name: string, size = 1000) =>
  bank.asCustomer(person)`
    insert into storage.objects (bucket_id, name, owner_id, version, metadata)
    values ('avatars', ${name}, ${person.id}, ${randomUUID()}, jsonb_build_object('size', ${size}::int))`;

describe("a customer's pictures", () => {
  test('are stored only under the names that the app uses', async ({ bank, alice, bob }) => {
    const names = ['picture-1.webp', 'picture-2.webp', 'picture-1.png', 'picture-2.png'];
    for (const name of names) await store(bank, alice, `${alice.id}/${name}`);
    for (const name of [
      `${alice.id}/${randomUUID()}.webp`,
      `${alice.id}/picture-3.webp`,
      `${alice.id}/picture-1.webp.png`,
      `${alice.id}/more/picture-1.webp`,
      `${alice.id}/picture-1.svg`,
      `${bob.id}/picture-1.webp`,
      'picture-1.webp',
    ])
      await expect(store(bank, alice, name), name).rejects.toMatchObject({ code: '42501' });
    const renamed = bank.asCustomer(alice)`
      update storage.objects set name = ${`${alice.id}/other.webp`} where name = ${`${alice.id}/picture-1.webp`}`;
    await expect(renamed).rejects.toMatchObject({ code: '42501' });
    const stored = await bank.owner`select name from storage.objects where bucket_id = 'avatars'`;
    expect(stored).toHaveLength(names.length);
  });

  test("count toward the customer's storage quota", async ({ bank, alice, bob }) => {
    const used = async (person: Person) =>
      (await bank.asCustomer(person)`select upload_quota()`)[0]?.upload_quota.used;
    await bank.asCustomer(alice)`select ensure_customer()`;
    await store(bank, alice, `${alice.id}/picture-1.webp`, 400_000);
    await store(bank, bob, `${bob.id}/picture-1.webp`, 300_000);
    expect(await used(alice)).toBe(400_000);
    const upload = (id: string, size: number) => bank.asService()`
      select save_upload(${alice.id}, ${id}, 'scan.pdf', 'application/pdf', ${size}, ${'a'.repeat(64)})`;
    await bank.owner`
      insert into documents (user_id, kind, name, size, sha256, path)
      values (${alice.id}, 'upload', 'old.pdf', ${209_715_200 - 500_000}, ${'b'.repeat(64)}, ${`${alice.id}/old`})`;
    await expect(upload(randomUUID(), 100_001)).rejects.toMatchObject({ code: 'NOROM' });
    await upload(randomUUID(), 100_000);
  });
});
