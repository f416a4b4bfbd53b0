import { withoutUndefined } from '../plain-object.ts';
import type { Profile } from './profile.ts';
import { toWebAddress } from '../text/web-address.ts';

/** Returns the contacts that visitors see: the email as written, the others as http(s) URLs. */
export const visibleContacts = (
  profile: Pick<Profile, 'email' | 'social' | 'contactVisibility'>,
) => {
  const { email, social, contactVisibility: visible } = profile;
  return withoutUndefined({
    email: visible.email && email !== '' ? email : undefined,
    linkedin: visible.linkedin ? toWebAddress(social.linkedin) : undefined,
    github: visible.github ? toWebAddress(social.github) : undefined,
  });
};

/** Returns the first name; empty if there is no name. */
export const firstName = (profile: Pick<Profile, 'name'>): string =>
  profile.name.trim().split(/\s+/)[0] ?? '';
