import { expect, test } from 'vitest';
import { hashPassword, isAdministrator } from './password.ts';

test('the hash of a password admits that password and no other', async () => {
  const administrator = { email: 'ada@example.com', passwordHash: await hashPassword('secret') };
  const isAdmitted = (password: string) =>
    isAdministrator(administrator, { email: 'Ada@Example.com', password });
  expect(await isAdmitted('secret')).toBe(true);
  expect(await isAdmitted('Secret')).toBe(false);
});

test('a password of which bcrypt would ignore the end is refused', async () => {
  await expect(hashPassword('é'.repeat(37))).rejects.toThrow(/longer than 72 bytes/);
  await expect(hashPassword('é'.repeat(36))).resolves.toMatch(/^\$2b\$12\$/);
});
