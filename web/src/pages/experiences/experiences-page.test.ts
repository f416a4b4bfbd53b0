import {
  RESUME_SECTION_NAMES,
  resumeSections,
  shownSections,
  type ContentResponse,
  type SectionsResponse,
} from 'content-schema';
import { expect, it } from 'vitest';
import { DEFAULT_CONTENT as stored, renderAddress } from '../../../test/render-address.ts';

const render = async (changes: Partial<ContentResponse> = {}) =>
  (await renderAddress('/experiences', changes)).body;

const headingsOf = (html: string, level: number): string[] =>
  [...html.matchAll(new RegExp(`<h${level}[^>]*>(.*?)</h${level}>`, 'g'))].map(
    ([, text]) => text ?? '',
  );

/** The sections of the default content, which has no entries for later ones. */
const shown = shownSections(stored.sections).map((name) => resumeSections[name]);
const SECTIONS = shown.map(({ title }) => title);

const switchedOff = (...names: (keyof SectionsResponse)[]): SectionsResponse => {
  const off = Object.fromEntries(
    names.map((name) => [name, { ...stored.sections[name], visible: false }]),
  );
  return { ...stored.sections, ...off };
};

it('omits sections that are switched off', async () => {
  const html = await render({ sections: switchedOff('educations', 'languagesSpoken') });
  expect(headingsOf(html, 2)).toEqual(
    SECTIONS.filter((title) => !['Education', 'Languages'].includes(title)),
  );
  expect(html).not.toContain('#education');
  const without = await render({ sections: switchedOff('experiencesPage') });
  expect(without).not.toContain(stored.experiences[0]!.role);
});

it('says that there is nothing when all sections are off', async () => {
  const html = await render({ sections: switchedOff(...RESUME_SECTION_NAMES) });
  expect(headingsOf(html, 2)).toEqual([]);
  expect(html).toContain('There is nothing to show here yet.');
  expect(html).not.toContain('Explore');
});

it('says so when a section has no entries', async () => {
  expect(await render({ experiences: [] })).toContain('Nothing is listed here yet.');
});

it('shows no later section that visitors get without entries, or do not get', async () => {
  expect(SECTIONS).not.toContain('Projects');
  const { projects: _, ...without } = stored.sections;
  expect(headingsOf(await render({ sections: without }), 2)).toEqual(SECTIONS);
});

it('shows the name, text, web addresses, skills and photo of a project', async () => {
  const project = {
    ...{ role: '', id: '', text: '', textHtml: '' },
    ...{ name: 'Atlas', year: '2020', description: 'Maps', descriptionHtml: '<p>Maps</p>' },
    ...{ link: 'www.example.org/', repository: 'http://example.com/atlas', stack: ['Bash'] },
    ...{ photo: '![](/photos/1)', photoHtml: '<p><img src="/photos/1"></p>' },
  };
  const plain = { ...project, link: 'javascript:alert(1)', repository: '', photoHtml: '' };
  const html = await render({
    sections: {
      ...stored.sections,
      projects: { visible: true, onLanding: false, items: [project, plain] },
    },
  });
  expect(html).toContain('>Atlas</h3>');
  expect(html).toContain('<p>Maps</p>');
  expect(html).toContain('<a href="https://www.example.org/">example.org</a>');
  expect(html).toContain('<a href="http://example.com/atlas">example.com/atlas</a>');
  expect(html.match(/<img src="\/photos\/1">/g)).toHaveLength(1);
  expect(html).not.toContain('javascript:');
  expect(headingsOf(html, 2)).toEqual(SECTIONS.toSpliced(1, 0, 'Projects'));
});

it('shows the Markdown that the server has rendered', async () => {
  const html = await render();
  expect(html).toContain(stored.experiences[0]!.descriptionHtml);
  expect(html).toContain(stored.experiences[0]!.achievementsHtml[0]);
  expect(html).toContain(stored.sections.educations.items[0]!.descriptionHtml);
  expect(html).toContain(stored.sections.achievements.itemsHtml[0]);
  expect(html).toMatch(/href="\/blogs\/tags\/bash"[^>]*>Bash</);
});

it('collapses the achievements of each experience behind their number', async () => {
  const [first] = stored.experiences;
  const html = await render({ experiences: [{ ...first!, achievements: ['One'] }] });
  expect(html).toMatch(/<details [^>]*><summary [^>]*>1 achievement</);
  expect(html).toContain(`as ${first!.role}`);
  const none = await render({ experiences: [{ ...first!, achievements: [] }] });
  expect(none).not.toContain('<details');
});

it.each(['/', '/experiences'])('%s links to the CV as JSON Resume', async (path) => {
  const { head } = await renderAddress(path);
  expect(head).toMatch(/<link rel="alternate"[^>]* href="\/resume.json"/);
});

it('shows the institution as the title of an education without a degree', async () => {
  const [education] = stored.sections.educations.items;
  const items = [{ ...education!, degree: '', institution: 'School of Life' }];
  const html = await render({
    sections: { ...stored.sections, educations: { visible: true, items } },
  });
  expect(headingsOf(html, 3)).toContain('School of Life');
});
