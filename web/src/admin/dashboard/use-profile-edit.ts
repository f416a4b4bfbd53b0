import { failureMessages, profileSchema, validate, type Profile } from 'content-schema';
import type { EditSource } from '../../data/editable-content.ts';
import { useEdit, type Edit } from '../editing/use-edit.ts';

const MESSAGES = {
  saving: 'Saving profile...',
  saved: 'Profile updated',
  failed: failureMessages.saveProfile,
};

const FIELD_NAMES = {
  name: 'Name',
  title: 'Title',
  tagline: 'Tagline',
  summary: 'Summary',
  location: 'Location',
  email: 'Email',
  'social.linkedin': 'LinkedIn URL',
  'social.github': 'GitHub URL',
  'contactVisibility.email': 'Show email',
  'contactVisibility.linkedin': 'Show LinkedIn',
  'contactVisibility.github': 'Show GitHub',
  highlightsEnabled: 'Show highlights on the landing page',
  'availability.value': 'Availability',
  'availability.enabled': 'Show availability',
  'focusAreas.value': 'Focus areas',
  'focusAreas.enabled': 'Show focus areas',
};

export const useProfileEdit = (source: EditSource<Profile>): Edit<Profile> =>
  useEdit({
    name: 'profile',
    source,
    validate: (profile) => validate(profileSchema, profile),
    messages: MESSAGES,
    fieldNames: FIELD_NAMES,
  });
