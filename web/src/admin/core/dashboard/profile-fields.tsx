import { profileFields, type Profile } from 'content-schema';
import { bindFields } from '../editing/fields/bound-fields.tsx';

const { Fields, Field } = bindFields(profileFields);
export const ProfileFields = Fields;

const onOneLine = (text: string): string => text.replace(/\r?\n/g, ' ');

export const IdentityFields = ({ highlightsEnabled }: Pick<Profile, 'highlightsEnabled'>) => (
  <>
    <Field name="name" autoComplete="off" />
    <Field name="title" />
    <Field name="highlightsEnabled" />
    <Field name="location" disabled={!highlightsEnabled} />
    <Field name="availability.value" disabled={!highlightsEnabled} />
    <Field name="focusAreas.value" disabled={!highlightsEnabled} />
  </>
);

export const NarrativeFields = () => (
  <>
    <Field name="tagline" hint="One sentence below your name." rows={2} read={onOneLine} />
    <Field name="summary" hint="A few paragraphs. Markdown works here." rows={6} />
  </>
);

export const ContactFields = () => (
  <>
    <div className="stack-1">
      <Field name="email" autoComplete="off" />
      <Field name="contactVisibility.email" />
    </div>
    {(['linkedin', 'github'] as const).map((name) => (
      <div key={name} className="stack-1">
        <Field name={`social.${name}`} inputMode="url" />
        <Field name={`contactVisibility.${name}`} />
      </div>
    ))}
  </>
);
