import { expect, test } from 'vitest';
import { createMemoryAuthState } from '../../../test/memory-auth-state.ts';
import { createSignatures } from '../signatures.ts';
import { createPreviewLinks, type Preview } from './preview-links.ts';

const PREVIEW: Preview = { of: 'branch', name: 'next', expires: Date.now() + 60_000 };
const OLD = 'an old secret of 32 characters..';
const NEW = 'a new secret of 32 characters...';

const create = (...secrets: string[]) => createPreviewLinks(secrets, createMemoryAuthState());

test('removing a secret revokes its links', async () => {
  const token = create(OLD).tokenOf(PREVIEW);
  expect(await create(OLD).find(token)).toEqual(PREVIEW);
  expect(await create(NEW, OLD).find(token)).toEqual(PREVIEW);
  expect(await create(NEW).find(token)).toBeUndefined();
});

test('a token has no other form', async () => {
  const links = create(OLD);
  const token = links.tokenOf(PREVIEW);
  for (const other of [`${token}.more`, `${token}.`, `${token}=`, `.${token}`]) {
    expect(await links.find(other)).toBeUndefined();
  }
});

test('a link of a pull request without its commit is invalid', async () => {
  const links = create(OLD);
  const pull = { ...PREVIEW, of: 'pull', name: '7' } as const;
  expect(await links.find(links.tokenOf(pull))).toBeUndefined();
  const bound = { ...pull, head: 'a'.repeat(40) };
  expect(await links.find(links.tokenOf(bound))).toEqual(bound);
});

test('a link of an older version works until all links are ended', async () => {
  const text = Buffer.from(JSON.stringify(PREVIEW)).toString('base64url');
  const token = `${text}.${createSignatures([OLD], 'preview links').sign(text)}`;
  const state = createMemoryAuthState();
  const links = createPreviewLinks([OLD], state);
  expect(await links.find(token)).toEqual(PREVIEW);
  await state.endLinks();
  expect(await links.find(token)).toBeUndefined();
});
