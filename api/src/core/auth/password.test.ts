import { expect, test } from 'vitest';
import { comparePassword, hashPassword } from './password.ts';

/** The lowest cost of bcrypt, to be fast. */
const COST = 4;

test('the hash of a password matches only that password', async () => {
  const passwordHash = await hashPassword('secret', COST);
  expect(comparePassword({ password: 'secret', passwordHash })).toBe(true);
  expect(comparePassword({ password: 'Secret', passwordHash })).toBe(false);
});

test('a password that bcrypt would truncate is refused', async () => {
  await expect(hashPassword('é'.repeat(37))).rejects.toThrow(/longer than 72 bytes/);
  const passwordHash = await hashPassword('é'.repeat(36));
  expect(passwordHash).toMatch(/^\$2b\$12\$/);
  expect(comparePassword({ password: 'é'.repeat(36), passwordHash })).toBe(true);
  expect(comparePassword({ password: `${'é'.repeat(36)}x`, passwordHash })).toBe(false);
});

test('composed and decomposed letters are equal', async () => {
  const [composed, decomposed] = ['caf\u00e9', 'cafe\u0301'];
  for (const typed of [composed, decomposed]) {
    const passwordHash = await hashPassword(typed, COST);
    expect(comparePassword({ password: composed, passwordHash })).toBe(true);
    expect(comparePassword({ password: decomposed, passwordHash })).toBe(true);
  }
});
