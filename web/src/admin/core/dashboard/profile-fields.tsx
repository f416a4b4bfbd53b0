import { profileFields, type Profile } from 'content-schema';
import { useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { useField } from '../../../ui/form/form.tsx';
import { bindFields } from '../editing/fields/bound-fields.tsx';
import { ContentField } from '../posts/editor/content-field.tsx';
import type { NewPhotos } from '../posts/editor/use-new-photos.ts';

const { Fields, Field, useFields } = bindFields(profileFields);
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

const SUMMARY = {
  path: 'summary',
  label: profileFields.fields.summary.label,
  hint: 'A few paragraphs. Markdown works here. The first picture is your portrait.',
};

export const NarrativeFields = ({ photos }: { readonly photos: NewPhotos }) => {
  const { value: profile, onChange } = useFields();
  return (
    <>
      <Field name="tagline" hint="One sentence below your name." rows={2} read={onOneLine} />
      <ContentField
        short={SUMMARY}
        area={useRef<HTMLTextAreaElement>(null)}
        photos={photos}
        value={profile.summary}
        onChange={(summary) => onChange({ ...profile, summary })}
      />
    </>
  );
};

/** Hides a link whose address is refused. */
const HideLink = ({ name }: { readonly name: keyof Profile['social'] }) => {
  const { id, error } = useField(`social.${name}`);
  const { value: profile, onChange } = useFields();
  if (error === undefined) return null;
  const hide = () => {
    document.getElementById(id)?.focus();
    onChange({ ...profile, contactVisibility: { ...profile.contactVisibility, [name]: false } });
  };
  return (
    <div>
      <Button variant="plainStrong" onClick={hide}>
        Hide the link
      </Button>
    </div>
  );
};

export const ContactFields = () => (
  <>
    <div className="stack-1">
      <Field name="email" autoComplete="off" />
      <Field name="contactVisibility.email" />
    </div>
    {(['linkedin', 'github'] as const).map((name) => (
      <div key={name} className="stack-1">
        <Field name={`social.${name}`} inputMode="url" />
        <HideLink name={name} />
        <Field name={`contactVisibility.${name}`} />
      </div>
    ))}
  </>
);
