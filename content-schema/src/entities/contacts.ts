import type { Profile } from './profile.ts';
import { toWebAddress } from '../text/web-address.ts';

/** The contacts a visitor may see: visible, not empty, and safe to link to. */
export interface VisibleContacts {
  readonly email?: string;
  readonly linkedin?: string;
  readonly github?: string;
}

/**
 * Returns the contacts that visitors may see: the email as written, LinkedIn and GitHub as URLs.
 * Hidden and empty ones are absent.
 */
export const visibleContacts = (
  profile: Pick<Profile, 'email' | 'social' | 'contactVisibility'>,
): VisibleContacts => {
  const { email, social, contactVisibility: visible } = profile;
  const linkedin = visible.linkedin ? toWebAddress(social.linkedin) : undefined;
  const github = visible.github ? toWebAddress(social.github) : undefined;
  return {
    ...(visible.email && email !== '' && { email }),
    ...(linkedin !== undefined && { linkedin }),
    ...(github !== undefined && { github }),
  };
};

/**
 * Returns the first name, for 'Email {first name}' and the home link; empty if there is no name.
 */
export const firstName = (profile: Pick<Profile, 'name'>): string =>
  profile.name.trim().split(/\s+/)[0] ?? '';
