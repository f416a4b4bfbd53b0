// Needs: import
import type {
  ContentResponse,
  Experience,
  ImportResponse,
  Post,
  Profile,
  Sections,
  Site,
  UploadResponse,
  UploadsResponse,
  User,
} from 'content-schema';
import { readDefaultContent } from 'fixtures/default-content';
import { samplePhoto } from 'fixtures/sample-files';
import { expect, test } from 'vitest';
import { bothStores } from './both-stores.ts';
import { git } from './git.ts';
import { photoForm } from './photo-form.ts';
import { ADMIN_EMAIL, ADMIN_PASSWORD, type RunningApp } from './run-app.ts';

/** The calls of the specification. */
const SPECIFIED_CALLS = [
  'GET /api/content',
  'PUT /api/profile',
  'PUT /api/site',
  'PUT /api/posts',
  'DELETE /api/posts/{id}',
  'PATCH /api/posts/{id}/visibility',
  'PUT /api/experiences',
  'PUT /api/sections',
  'POST /api/reset',
  'POST /api/auth/login',
  'POST /api/auth/logout',
  'GET /api/auth/me',
  'POST /api/admin/posts/upload',
  'GET /api/admin/uploads?limit=200',
  'POST /api/uploads',
  'DELETE /api/admin/uploads/{id}',
];

/**
 * Creates a client that only knows the specification: it sends cookies, JSON and forms, receives
 * JSON, and throws errors with the response's message. It sends no headers of ours.
 *
 * @param succeeded the names of its calls that succeeded.
 */
const createClient = ({ visitor }: Pick<RunningApp, 'visitor'>, succeeded = new Set<string>()) => {
  const call = async <Body>(method: string, path: string, body?: unknown): Promise<Body> => {
    const isForm = body instanceof FormData;
    const response = await visitor.request(method, path, {
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      ...(body !== undefined && !isForm && { headers: { 'content-type': 'application/json' } }),
    });
    const text = await response.text();
    const data: unknown = text === '' ? undefined : JSON.parse(text);
    if (response.ok) {
      const name = path.replace(/^(\/api\/(?:posts|admin\/uploads)\/)[^/?]+/, '$1{id}');
      succeeded.add(`${method} ${name}`);
      return data as Body;
    }
    const { message } = data as { message?: unknown };
    throw new Error(typeof message === 'string' ? message : response.statusText);
  };

  /** Loads an image like a browser, following redirects. */
  const image = async (path: string): Promise<Uint8Array> => {
    const response = await visitor.get(path);
    const target = response.headers.get('location');
    return target === null ? new Uint8Array(await response.arrayBuffer()) : image(target);
  };

  return { call, image };
};

/** Returns the subject and the changes of every commit after the first, oldest first. */
const commitsIn = (repository: string): string[] =>
  git(repository, 'log', '--reverse', '--no-renames', '--name-status', '--format=%x00%s', 'main')
    .split('\0')
    .slice(2)
    .map((commit) => commit.trim().replace(/\n+/g, '; ').replaceAll('\t', ' '));

const LOGO = `data:image/png;base64,${Buffer.from(await samplePhoto('lighthouse.png')).toString('base64')}`;
const PHOTO = await samplePhoto('tide.gif');

test.each(bothStores())(
  'a client that only knows the specification works on $store',
  async (on) => {
    const site = await on.start(await readDefaultContent(), { contentMaxAgeSeconds: 30 });
    const visitor = createClient(await site.restart());
    const succeeded = new Set<string>();
    const { call, image } = createClient(site, succeeded);

    const shown = await call<ContentResponse>('GET', '/api/content');
    expect(shown.experiences).toHaveLength(3);
    expect(shown.posts).toHaveLength(3);
    await expect(call('GET', '/api/auth/me')).rejects.toThrow('Not authenticated');
    const early = call('PUT', '/api/profile', shown.profile);
    await expect(early).rejects.toThrow('Authentication required');

    const credentials = { email: ADMIN_EMAIL, password: ADMIN_PASSWORD };
    const wrong = call('POST', '/api/auth/login', { ...credentials, password: 'x' });
    await expect(wrong).rejects.toThrow('Invalid email or password.');
    const user = await call<User>('POST', '/api/auth/login', credentials);
    expect(user.email).toBe(ADMIN_EMAIL);
    expect(await call('GET', '/api/auth/me')).toEqual(user);

    const content = await call<ContentResponse>('GET', '/api/content');
    const profile = { ...content.profile, name: 'Grace', tagline: 'Ships it' };
    expect(await call<Profile>('PUT', '/api/profile', profile)).toEqual(profile);
    const logo = { data: LOGO, type: 'image/png' as const, alt: 'A lighthouse' };
    const named: Site = { title: 'Grace', description: 'Her site', homeButtonMode: 'logo', logo };
    expect(await call<Site>('PUT', '/api/site', named)).toEqual(named);
    const experiences = [...content.experiences].reverse();
    expect(await call<Experience[]>('PUT', '/api/experiences', experiences)).toEqual(experiences);
    const sections = { ...content.sections, experiencesPage: { visible: false } };
    expect(await call<Sections>('PUT', '/api/sections', sections)).toEqual(sections);

    const now = new Date().toISOString();
    const post = { id: 'my-first', title: 'First', content: '**Text**', contentHtml: '' };
    const dated = { ...post, tags: ['A'], hidden: false, createdAt: now, updatedAt: now };
    let posts = await call<Post[]>('PUT', '/api/posts', [...content.posts, dated]);
    expect(posts).toHaveLength(4);
    const { contentHtml, ...saved } = posts.find(({ id }) => id === post.id)!;
    expect(contentHtml.trim()).toBe('<p><strong>Text</strong></p>');
    expect(saved).toMatchObject({
      title: 'First',
      content: '**Text**',
      tags: ['A'],
      createdAt: now,
    });
    posts = await call<Post[]>('PATCH', '/api/posts/my-first/visibility', { hidden: true });
    expect(posts.find(({ id }) => id === post.id)?.hidden).toBe(true);
    const fresh = createClient(await site.restart());
    const seen = await fresh.call<ContentResponse>('GET', '/api/content');
    expect(seen).toMatchObject({ site: named, posts: content.posts });
    expect(seen.profile.name).toBe('Grace');
    const oldest = content.posts.at(-1)!;
    posts = await call<Post[]>('DELETE', `/api/posts/${oldest.id}`);
    expect(posts.map(({ id }) => id)).not.toContain(oldest.id);
    await expect(call('DELETE', `/api/posts/${oldest.id}`)).rejects.toThrow('Blog post not found');

    const form = new FormData();
    form.append('files', new Blob(['---\ntags: a, b\n---\n# Two\n\nText\n']), 'two.md');
    form.append('files', new Blob(['# Three\n']), 'three.md');
    form.append('files', new Blob(['Text']), 'four.txt');
    const imported = await call<ImportResponse>('POST', '/api/admin/posts/upload', form);
    expect(imported).toMatchObject({
      count: 2,
      saved: [{ id: 'two', title: 'Two', tags: ['a', 'b'] }, { id: 'three' }],
      errors: [{ file: 'four.txt', message: 'Only .md files can be imported' }],
      message: 'Imported 2 posts',
    });
    const refreshed = await call<ContentResponse>('GET', '/api/content');
    expect(refreshed.posts).toHaveLength(posts.length + 2);

    const upload = await call<UploadResponse>('POST', '/api/uploads', photoForm('tide.gif', PHOTO));
    expect(upload).toMatchObject({ filename: 'tide.gif', mimetype: 'image/gif' });
    const { uploads } = await call<UploadsResponse>('GET', '/api/admin/uploads?limit=200');
    const listed = uploads.find(({ id }) => id === upload.id)!;
    expect(listed).toMatchObject(upload);
    expect(new Date(listed.created_at).toISOString()).toBe(listed.created_at);
    const { filename, id } = upload;
    for (const path of [listed.presignedUrl!, `/uploads/${filename}`, `/photos/${id}`]) {
      expect((await image(path)).byteLength).toBe(upload.size);
    }
    await call('DELETE', `/api/admin/uploads/${upload.id}`);
    const left = await call<UploadsResponse>('GET', '/api/admin/uploads?limit=200');
    expect(left.uploads.map(({ id }) => id)).not.toContain(upload.id);

    const restored = await call<ContentResponse>('POST', '/api/reset');
    expect(restored).toEqual(content);
    expect(await call('GET', '/api/content')).toEqual(content);
    await call('POST', '/api/auth/logout');
    await expect(call('GET', '/api/auth/me')).rejects.toThrow('Not authenticated');
    expect(await visitor.call('GET', '/api/content')).toEqual(shown);

    expect([...succeeded].sort()).toEqual(SPECIFIED_CALLS.toSorted());

    expect(commitsIn(await site.folder())).toEqual([
      'Update profile: name, tagline; M profile.json',
      'Update site metadata: site title, meta description and 3 more; A assets/logo.png; D assets/logo.svg; M site.json',
      'Reorder experiences; M experiences.json',
      'Update section copy: show experiences; M sections.json',
      'Create post "First"; A posts/my-first.md',
      'Hide post "First"; M posts/my-first.md',
      `Delete post "${oldest.title}"; D posts/${oldest.id}.md`,
      'Import 2 posts; A posts/three.md; A posts/two.md',
      `Upload photo tide.gif; A photos/${upload.id}/photo.json; A ${upload.key}`,
      `Delete photo tide.gif; D photos/${upload.id}/photo.json; D ${upload.key}`,
      expect.stringMatching(/^Restore defaults; D assets\/logo\.png; A assets\/logo\.svg; /),
    ]);
    await site.check();
  },
);
