import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { openDiskLog } from './log.ts';
import { testFolder } from '../../../../test/test-folder.ts';

const openFolder = async () => {
  const folder = await testFolder();
  const path = join(folder, 'cache', 'log.jsonl');
  const failures: unknown[] = [];
  const open = (source = 'main') =>
    openDiskLog({ path, source, onFailure: (error) => failures.push(error) });
  const expectStored = (values: readonly unknown[]) =>
    vi.waitFor(async () => expect(await open().read()).toEqual(values));
  return { folder, path, failures, open, expectStored };
};

test('a later process reads what was added, in order, and adds to it', async () => {
  const { open, expectStored } = await openFolder();
  const log = open();
  expect(await log.read()).toEqual([]);
  log.append('one');
  log.append({ two: ['ä\n'] });
  await expectStored(['one', { two: ['ä\n'] }]);
  const later = open();
  await later.read();
  later.append(3);
  await expectStored(['one', { two: ['ä\n'] }, 3]);
  later.replace([1, 2]);
  later.append(3);
  await expectStored([1, 2, 3]);
});

test('a log of another source is not read, and is replaced by the next write', async () => {
  const { open, expectStored } = await openFolder();
  open().append('one');
  await expectStored(['one']);
  const other = open('other');
  expect(await other.read()).toEqual([]);
  other.append('two');
  await vi.waitFor(async () => expect(await open('other').read()).toEqual(['two']));
  expect(await open().read()).toEqual([]);
});

test.each([
  { name: 'cut off', damage: (text: string) => text.slice(0, -3), rest: ['two'] },
  {
    name: 'cut off before a line break',
    damage: (text: string) => text.slice(0, -1),
    rest: ['two', 'three'],
  },
  { name: 'damaged', damage: (text: string) => text.replace('"two"', '"t'), rest: [] },
  { name: 'changed in a letter', damage: (text: string) => text.replace('two', 'too'), rest: [] },
])(
  'a file that is $name keeps the lines before, and can be appended to',
  async ({ damage, rest }) => {
    const { path, open, expectStored } = await openFolder();
    const log = open();
    log.replace(['one', 'two', 'three']);
    await expectStored(['one', 'two', 'three']);
    await writeFile(path, damage(await readFile(path, 'utf8')));
    const later = open();
    expect(await later.read()).toEqual(['one', ...rest]);
    later.append('four');
    await expectStored(['one', ...rest, 'four']);
  },
);

test('an unwritable disk is reported once', async () => {
  const { folder, path, failures, open } = await openFolder();
  await writeFile(join(folder, 'cache'), 'in the way');
  const log = open();
  expect(await log.read()).toEqual([]);
  log.append('one');
  log.append('two');
  await vi.waitFor(() => expect(failures).toHaveLength(1));
  await rm(join(folder, 'cache'));
  await mkdir(join(folder, 'cache'));
  log.append('three');
  await expect(readFile(path)).rejects.toThrow('ENOENT');
  expect(failures).toHaveLength(1);
});
