import { RESUME_SECTION_NAMES, sectionsFields } from 'content-schema';
import { bindFields } from './bound-fields.tsx';

export const { Fields: SectionsFields, Field: SectionsField } = bindFields(sectionsFields);

export const VisibilitySwitches = () => (
  <fieldset className="stack-1 start">
    <legend className="strong">On the experiences page</legend>
    {RESUME_SECTION_NAMES.map((name) => (
      <SectionsField key={name} name={`${name}.visible`} />
    ))}
  </fieldset>
);
