import type { Profile } from 'content-schema';

/** What each part of the profile's form is given. */
export interface ProfileFieldsProps {
  readonly profile: Profile;
  readonly change: (changes: Partial<Profile>) => void;
}
