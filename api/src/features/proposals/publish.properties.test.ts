import type { FileChange, ProposalsResponse } from 'content-schema';
import fc from 'fast-check';
import { samplePhoto } from 'fixtures/sample-files';
import { expect, test } from 'vitest';
import { bothStores } from '../../../test/both-stores.ts';
import { readProposal } from '../../../test/compared.ts';
import { bytesOf, type Changes, type Files } from '../../../test/files.ts';
import { publish } from '../../../test/merge-calls.ts';
import { read, savedCommit } from '../../../test/responses.ts';

/**
 * Each atom of the content, such as a field, a paragraph or a file's name, is changed by one side at
 * most. So the merge is the content with the changes of both sides, whatever their order. The
 * proposal has the changes of `mine` and `left`, of which the latter are left out at first: whole files, with
 * what belongs to them.
 */
const owner = fc.constantFrom<Owner[]>('nobody', 'mine', 'theirs', 'theirs', 'mine', 'left');
type Owner = 'nobody' | 'mine' | 'theirs' | 'left';

/** Makes atoms of one file, or of files that belong together. */
const inOneFile = <Atoms>(atoms: fc.Arbitrary<Atoms>): fc.Arbitrary<Atoms> =>
  atoms.map((one) => {
    const text = JSON.stringify(one);
    return JSON.parse(
      text.includes('"left"') ? text.replaceAll('"mine"', '"left"') : text,
    ) as Atoms;
  });

const maybeDeleted = <Atoms>(atoms: fc.Arbitrary<Atoms>) =>
  fc.oneof(
    { weight: 4, arbitrary: atoms },
    {
      weight: 1,
      arbitrary: fc.record({ deleted: fc.constantFrom<Owner[]>('mine', 'theirs', 'left') }),
    },
  );

const post = fc.record({
  ...{ name: owner, title: owner, tags: owner, layout: owner },
  paragraphs: fc.tuple(owner, owner, owner),
});
const photo = fc.record({ name: owner, bytes: owner, alt: owner, caption: owner });
const entry = fc.record({ name: owner, text: owner, more: owner });
const list = fc.oneof(
  fc.record({
    ...{ entries: fc.array(maybeDeleted(entry), { maxLength: 2 }), added: owner },
    order: fc.constant<Owner>('nobody'),
  }),
  fc.record({
    ...{ entries: fc.array(entry, { maxLength: 2 }), added: fc.constant<Owner>('nobody') },
    order: owner,
  }),
);

const anyPost = inOneFile(maybeDeleted(post));
const anyPhoto = inOneFile(maybeDeleted(photo));
const divergence = fc
  .record({
    profile: inOneFile(
      fc.record({ name: owner, github: owner, x: owner, dotted: owner, schema: owner }),
    ),
    site: inOneFile(
      fc.record({ title: owner, description: owner, logo: owner, alt: owner, schema: owner }),
    ),
    experiences: inOneFile(list),
    sections: inOneFile(fc.record({ projects: list, educations: list })),
    posts: fc.tuple(anyPost, anyPost, anyPost),
    photos: fc.tuple(anyPhoto, anyPhoto),
    added: owner,
    readme: inOneFile(fc.tuple(owner, owner)),
  })
  .map(({ sections, ...files }) => ({ ...files, ...sections }));
type Divergence = typeof divergence extends fc.Arbitrary<infer One> ? One : never;
type List = typeof list extends fc.Arbitrary<infer One> ? One : never;

const [TIDE, DUNES] = await Promise.all(
  ['tide.gif', 'dunes.webp'].map((name) => samplePhoto(name)),
);
const PHOTOS = ['01JWT6444RQM8SZKMERQ1BVHWF', '01JWT6444RQM8SZKMERQ1BVHWG'];
/** Paragraphs that nobody changes, by which a renamed post is recognised. */
const restOf = (post: number): string =>
  Array.from({ length: 12 }, (_, i) => `\nUnchanged paragraph ${i} of the post ${post}\n`).join('');

/** Entries are recognised by what they have in common. */
const ENTRIES = [
  ['Harbour', 'Ships unload', 'https://sea.example'],
  ['Galley', 'Kitchen below', 'On board'],
  ['Windmill', 'Grinds flour', '2020'],
  ['Quarry', 'Stone for arches', 'up'],
];

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const DATE = '2026-01-01T00:00:00.000Z';
const HEADS = [
  (title: string, tags: string[], layout: string) =>
    `---\nupdatedAt: ${DATE}\nlayout: ${layout}\ntitle: ${title}\ntags: [${tags.join(', ')}]\n---\n`,
  (title: string, tags: string[], layout: string) =>
    `+++\nupdated = ${DATE}\nlayout = "${layout}"\ntitle = "${title}"\ntags = ${JSON.stringify(tags)}\n+++\n`,
  (title: string, tags: string[], layout: string) => json({ updatedAt: DATE, layout, title, tags }),
];

/** The files after the changes of some sides. */
const filesOf = (all: Divergence, sides: readonly Owner[]): Files => {
  const has = (one: Owner): boolean => sides.includes(one);
  const word = (one: Owner, text: string): string => (has(one) ? `${text} of ${one}` : text);
  const { profile, site, posts, photos, added, readme } = all;
  const schemaOf = (one: Owner) => ({ $schema: word(one, 'schema') });
  const listOf = (name: string, text: string, { entries, added, order }: List) => {
    const entryOf = (
      [one = '', two = '', three = '']: readonly string[] = [],
      atoms: Partial<Record<'name' | 'text' | 'more' | 'deleted', Owner>>,
    ) => ({
      [name]: word(atoms.name ?? 'nobody', one),
      [text]: word(atoms.text ?? 'nobody', two),
      url: three,
      // Says who deletes it.
      ...(atoms.deleted && { deleted: atoms.deleted }),
      ...(has(atoms.more ?? 'nobody') && { more: atoms.more }),
    });
    const values = entries.flatMap((atoms, i) =>
      'deleted' in atoms && has(atoms.deleted) ? [] : entryOf(ENTRIES[i], atoms),
    );
    const sorted = has(order) ? values.toReversed() : values;
    // Of a removed and a new entry at the same place, either may be the first.
    const last = added === 'nobody' ? [] : [entryOf(ENTRIES[2], {})];
    return [...sorted, ...last, ...(has(added) ? [entryOf(ENTRIES[3], { name: added })] : [])];
  };
  const files: [string, string | Uint8Array][] = [
    [
      'profile.json',
      json({
        ...schemaOf(profile.schema),
        name: word(profile.name, 'Ada'),
        'social.x': word(profile.dotted, 'dotted'),
        social: { github: word(profile.github, 'github'), x: word(profile.x, 'x') },
      }),
    ],
    [
      'site.json',
      json({
        ...schemaOf(site.schema),
        title: word(site.title, 'Title'),
        description: word(site.description, 'Description'),
        logo: { path: 'assets/logo.svg', type: 'image/svg+xml', alt: word(site.alt, 'Alt') },
      }),
    ],
    [
      'assets/logo.svg',
      `<svg xmlns="http://www.w3.org/2000/svg" id="${word(site.logo, 'logo')}"/>`,
    ],
    ['experiences.json', json(listOf('role', 'company', all.experiences))],
    [
      'sections.json',
      json({
        projects: listOf('name', 'description', all.projects),
        educations: listOf('institution', 'degree', all.educations),
      }),
    ],
    ['README.md', readme.map((paragraph, i) => word(paragraph, `Line ${i}`)).join('\n\n\n')],
  ];
  if (has(added)) files.push(['posts/added.md', '---\ntitle: Added\n---\n\nNew\n']);
  for (const [i, atoms] of posts.entries()) {
    if ('deleted' in atoms && has(atoms.deleted)) continue;
    const own = 'deleted' in atoms ? undefined : atoms;
    const texts = (own?.paragraphs ?? []).map(
      (paragraph, at) => `\n${word(paragraph, `Paragraph ${at}`)}\n`,
    );
    const title = word(own?.title ?? 'nobody', `Title ${i}`);
    const tags = ['Sea', ...(own && has(own.tags) ? [own.tags] : [])];
    const layout = word(own?.layout ?? 'nobody', 'layout');
    files.push([
      `posts/${own && has(own.name) ? 'renamed' : 'post'}-${i}.md`,
      `${HEADS[i]?.(title, tags, layout) ?? ''}${texts.join('')}${restOf(i)}`,
    ]);
  }
  for (const [i, atoms] of photos.entries()) {
    if ('deleted' in atoms && has(atoms.deleted)) continue;
    const own = 'deleted' in atoms ? undefined : atoms;
    const isReplaced = own !== undefined && has(own.bytes);
    const folder = `photos/${PHOTOS[i] ?? ''}`;
    const details = {
      alt: word(own?.alt ?? 'nobody', 'Alt'),
      ...(own && has(own.caption) && { caption: word(own.caption, 'Caption') }),
    };
    files.push(
      [
        `${folder}/${own && has(own.name) ? 'renamed' : 'photo'}-${i}.gif`,
        (isReplaced ? DUNES : TIDE) ?? '',
      ],
      [`${folder}/photo.json`, json(details)],
    );
  }
  return bytesOf(Object.fromEntries(files)) as Files;
};

/** A merged post has the time of its merge. */
const withoutDate = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('latin1')
    .replace(/^.*updated.*\n/m, '');

const isSame = (one: Uint8Array | undefined, other: Uint8Array | undefined): boolean =>
  one && other ? Buffer.compare(one, other) === 0 : one === other;

/** The changes from some files to others. */
const changesBetween = (before: Files, after: Files): Changes =>
  new Map<string, Uint8Array | null>([
    ...[...before.keys()].filter((path) => !after.has(path)).map((path) => [path, null] as const),
    ...[...after].filter(([path, bytes]) => !isSame(before.get(path), bytes)),
  ]);

const textsOf = (files: Files) =>
  Object.fromEntries([...files].map(([path, bytes]) => [path, withoutDate(bytes)]));

/** Whether a file's change is left out. */
const isLeft = ({ path, movedFrom = path }: FileChange, published: Files, before: Files): boolean =>
  [path, movedFrom].every((name) => isSame(published.get(name), before.get(name)));

test.each(bothStores())(
  'publishing gives the content with the changes of both sides, and then what was left out, on $store',
  async ({ open }) => {
    const { site, admin } = await open({ 'profile.json': '{ "name": "Ada" }\n' });
    /** A proposal of this repository, or of a fork at GitHub. */
    const propose = async (title: string, from: string, changes: Changes) => {
      const fork = { title, from, files: Object.fromEntries(changes), fork: true };
      const pull = site.atGitHub?.repository.openPullRequest(fork);
      if (pull) return { id: String(pull.number), head: pull.head };
      return { id: title, head: await site.pushBytes(changes, { branch: title, from }) };
    };
    const openProposals = async () => {
      site.content.branches.forget();
      return (await read<ProposalsResponse>(admin, '/api/proposals')).proposals;
    };
    let number = 0;
    await fc.assert(
      fc.asyncProperty(divergence, async (all) => {
        const filesWith = (...sides: Owner[]): Files => filesOf(all, sides);
        const [before, published] = [filesWith(), filesWith('mine')];
        fc.pre(changesBetween(before, published).size > 0);
        const proposed = changesBetween(before, filesWith('mine', 'left'));
        number += 1;
        const begin = changesBetween(await site.files(await site.head()), before);
        const base = begin.size > 0 ? await site.pushBytes(begin) : await site.head();
        const { id, head } = await propose(`idea-${number}`, base, proposed);
        const moved = changesBetween(before, filesWith('theirs'));
        const main = moved.size > 0 ? await site.pushBytes(moved) : base;
        await site.content.reader.refresh();
        const { files } = await readProposal(admin, id);
        const left = files.filter((file) => isLeft(file, published, before));
        const expectMerged = async (sides: readonly Owner[], parents: readonly string[]) => {
          const commit = await site.head();
          expect(textsOf(await site.files(commit))).toEqual(textsOf(filesWith(...sides)));
          expect(await site.parents(commit)).toEqual(parents);
        };

        const leaveOut = left.map(({ path }) => ({ file: path }));
        await savedCommit(publish(admin, { id, head }, { leaveOut }));
        const proposals = await openProposals();
        const rest = proposals.find(({ title }) => title.startsWith('The rest of'))?.id ?? id;
        const goesOn = left.length > 0 && rest === id;
        await expectMerged(['mine', 'theirs'], goesOn ? [main] : [main, head]);
        if (left.length > 0) {
          const proposal = await readProposal(admin, rest);
          const parents = [await site.head(), proposal.head];
          await savedCommit(publish(admin, proposal));
          await expectMerged(['mine', 'left', 'theirs'], parents);
        }
        expect(await openProposals()).toEqual([]);
      }),
      { numRuns: Number(process.env['RUNS'] ?? 12) },
    );
    await site.check();
  },
  400_000,
);
