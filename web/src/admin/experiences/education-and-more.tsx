import type { Sections } from 'content-schema';
import { CommaListField, LineListField, SingleItemField } from '../editing/list-field.tsx';
import { FormSection } from '../layout/form-section.tsx';
import { VisibilitySwitches } from '../editing/sections/visibility-switches.tsx';
import { EducationEditor } from './education-editor.tsx';
import { SECTIONS } from './sections.ts';

interface EducationAndMoreProps {
  readonly sections: Sections;
  readonly change: (changes: Partial<Sections>) => void;
}

/** The sections of the experiences page besides the experiences themselves. */
export const EducationAndMore = ({ sections, change }: EducationAndMoreProps) => {
  const { educations, programmingLanguages, languagesSpoken, achievements } = sections;
  return (
    <FormSection {...SECTIONS.education}>
      <VisibilitySwitches sections={sections} change={change} />
      <EducationEditor
        educations={educations.items}
        onChange={(items) => change({ educations: { ...educations, items } })}
      />
      <CommaListField
        path="programmingLanguages.items"
        label="Programming languages"
        hint="Separated by commas."
        items={programmingLanguages.items}
        onChange={(items) => change({ programmingLanguages: { ...programmingLanguages, items } })}
      />
      <SingleItemField
        path="languagesSpoken.items"
        label="Languages spoken"
        hint="Separated by commas, e.g. “English (native), French”."
        items={languagesSpoken.items}
        onChange={(items) => change({ languagesSpoken: { ...languagesSpoken, items } })}
      />
      <LineListField
        path="achievements.items"
        label="Achievements"
        hint="One on each line; Markdown works here."
        items={achievements.items}
        onChange={(items) => change({ achievements: { ...achievements, items } })}
      />
    </FormSection>
  );
};
