import {
  blankOf,
  educationFields,
  photoAddress,
  projectFields,
  type Education,
  type Sections,
} from 'content-schema';
import { imagesIn, photoIdAt } from 'content-schema/images-in-text';
import { useState } from 'react';
import { photoMarkdown } from '../../../data/photos.ts';
import { Button } from '../../../ui/button.tsx';
import type { ValueProps } from '../../../ui/form/field.tsx';
import { useField } from '../../../ui/form/form.tsx';
import { bindFields } from '../editing/fields/bound-fields.tsx';
import { EntryList } from '../editing/fields/entry-list.tsx';
import { PhotoPicker } from '../editing/fields/pickers.tsx';
import {
  SectionsField,
  SectionsFields,
  VisibilitySwitches,
} from '../editing/fields/sections-fields.tsx';

const { Fields: EducationFields, Field: EducationField } = bindFields(educationFields);

const { Fields: ProjectFields, Field: ProjectField } = bindFields(projectFields);

const titleOf = ({ degree, institution }: Education): string =>
  [degree, institution].filter((part) => part.trim() !== '').join(', ');

/** Edits the Markdown of an image, which is empty without one. */
const PhotoField = (props: ValueProps<string> & { readonly path: string }) => {
  const { path, value, onChange } = props;
  const { id } = useField(path);
  const [isChoosing, setChoosing] = useState(false);
  const photoId = photoIdAt(imagesIn(value)[0]?.address ?? '');
  return (
    <div className="stack-2 start">
      <p className="strong">Photo</p>
      {photoId !== undefined && <img src={`${photoAddress(photoId)}?w=320`} alt="" width={160} />}
      <div className="cluster-3">
        <Button id={id} onClick={() => setChoosing(true)}>
          {value === '' ? 'Choose a photo' : 'Choose another photo'}
        </Button>
        {value !== '' && <Button onClick={() => onChange('')}>Remove photo</Button>}
      </div>
      <PhotoPicker
        open={isChoosing}
        onPick={(photo) => {
          onChange(photoMarkdown('', photo.id));
          setChoosing(false);
        }}
        onClose={() => setChoosing(false)}
      />
    </div>
  );
};

export const SectionsEditor = ({ value: sections, onChange }: ValueProps<Sections>) => {
  const { educations, projects } = sections;
  return (
    <SectionsFields value={sections} onChange={onChange}>
      <VisibilitySwitches />
      <h3 className="large">Projects</h3>
      <SectionsField name="projects.onLanding" />
      <EntryList
        noun="project"
        level={4}
        detailOf={({ year }) => year}
        items={projects.items}
        blank={blankOf(projectFields)}
        titleOf={({ name }) => name}
        asksToRemove
        onChange={(items) => onChange({ ...sections, projects: { ...projects, items } })}
      >
        {(project, index, change) => (
          <ProjectFields path={`projects.items.${index}`} value={project} onChange={change}>
            <ProjectField name="name" autoComplete="off" />
            <div data-columns>
              <ProjectField name="year" hint="e.g. 2021 – present" />
              <ProjectField name="role" hint="Optional" autoComplete="off" />
            </div>
            <ProjectField name="description" hint="Markdown works here." rows={3} />
            <div data-columns>
              <ProjectField name="link" inputMode="url" />
              <ProjectField name="repository" inputMode="url" />
            </div>
            <ProjectField name="stack" hint="Separated by commas." />
            <ProjectField name="text" hint="In Markdown. It gives the project a page." rows={6} />
            <PhotoField
              path={`projects.items.${index}.photo`}
              value={project.photo}
              onChange={(photo) => change({ ...project, photo })}
            />
          </ProjectFields>
        )}
      </EntryList>
      <h3 className="large">Education</h3>
      <EntryList
        noun="education entry"
        level={4}
        detailOf={({ year }) => year}
        items={educations.items}
        blank={blankOf(educationFields)}
        titleOf={titleOf}
        asksToRemove
        onChange={(items) => onChange({ ...sections, educations: { ...educations, items } })}
      >
        {(education, index, change) => (
          <EducationFields path={`educations.items.${index}`} value={education} onChange={change}>
            <EducationField name="institution" autoComplete="off" />
            <div data-columns>
              <EducationField name="degree" />
              <EducationField name="year" />
            </div>
            <EducationField name="description" hint="Markdown works here." rows={2} />
          </EducationFields>
        )}
      </EntryList>
      <SectionsField name="programmingLanguages.items" hint="Separated by commas." />
      <SectionsField
        name="languagesSpoken.items"
        hint="Separated by commas, e.g. “English (native), French”."
      />
      <SectionsField name="achievements.items" hint="One per line. Markdown works here." />
    </SectionsFields>
  );
};
