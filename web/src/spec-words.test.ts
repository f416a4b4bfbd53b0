import {
  BLOGS_PER_PAGE,
  EXCERPT_LENGTH,
  LANDING_POSTS_MAX,
  LOGO_MAX_BYTES,
  LOGO_TYPES,
  UPLOADS_LIST_LIMIT,
  credentialsMessages,
  experienceMessages,
  failureMessages,
  importMessages,
  postMessages,
  profileFields,
  profileMessages,
  sectionsMessages,
  siteFields,
  siteMessages,
  uploadMessages,
} from 'content-schema';
import { expect, it } from 'vitest';
import { EXPERIENCE_STATUS_MESSAGE_MS } from './admin/core/experiences/edit-experiences-page.tsx';
import { formatFileSize } from './admin/core/layout/file-size.ts';
import { dayOf } from './site/text.ts';
import { STATUS_MESSAGE_MS } from './ui/messages.tsx';
import { COPIED_TOOLTIP_MS, COPY_FAILED } from './ui/use-copy.ts';

/** What the specification names that needs no browser; `web/e2e/spec-words.test.ts` has the rest. */

const MESSAGES: readonly (readonly [message: string, specified: string])[] = [
  [credentialsMessages.required, 'Email and password are required.'],
  [profileMessages.locationRequired, 'Location is required when highlights are visible'],
  [profileMessages.availabilityRequired, 'Availability is required when highlights are visible'],
  [profileMessages.focusAreasRequired, 'Focus areas are required when highlights are visible'],
  [profileMessages.linkedin, 'Add a LinkedIn URL or hide the link'],
  [profileMessages.github, 'Add a GitHub URL or hide the link'],
  [siteMessages.required, 'Title and description are required'],
  [siteMessages.logoRequired, 'Upload a logo before enabling the logo home button'],
  [siteMessages.logoAltRequired, 'Add alt text so the logo link remains accessible'],
  [siteMessages.logoType, 'Logo must be PNG, SVG, JPG, or WEBP'],
  [siteMessages.logoSize, 'Logo must be smaller than 512KB'],
  [siteMessages.logoUnreadable, 'Unable to read logo file'],
  [experienceMessages.atLeastOne, 'Add at least one experience before saving'],
  [
    experienceMessages.incomplete(3),
    'Experience 3 needs a year, title, company, description, and at least one skill chip',
  ],
  [
    sectionsMessages.remove('education entry'),
    'This education entry contains data. Are you sure you want to remove it?',
  ],
  [postMessages.required, 'Title and content are required.'],
  [postMessages.confirmDelete, 'Delete this blog post? This action cannot be undone.'],
  [uploadMessages.required, 'Please choose a file to upload'],
  [COPY_FAILED, 'Unable to copy to clipboard — your browser may block it.'],
  [importMessages.imported(2), 'Imported 2 posts'],
  [failureMessages.loadContent, 'Failed to load content'],
  [failureMessages.saveProfile, 'Failed to save profile'],
  [failureMessages.saveSite, 'Failed to save site metadata'],
  [failureMessages.savePosts, 'Failed to save posts'],
  [failureMessages.deletePost, 'Failed to delete post'],
  [failureMessages.updatePostVisibility, 'Failed to update post visibility'],
  [failureMessages.saveExperiences, 'Failed to save experiences'],
  [failureMessages.saveSections, 'Failed to save sections'],
  [failureMessages.resetContent, 'Failed to reset content'],
  [failureMessages.checkSession, 'Unable to determine authentication state'],
  [failureMessages.logIn, 'Unable to log in'],
  [failureMessages.logOut, 'Unable to log out'],
  [failureMessages.updateVisibility, 'Failed to update visibility'],
  [failureMessages.actOnPost, 'Action failed'],
  [failureMessages.upload, 'Upload failed'],
];

it.each(MESSAGES)('the message %s is the specified one', (message, specified) => {
  expect(message).toBe(specified);
});

const { availability, focusAreas, tagline } = profileFields.fields;
const logo = siteFields.fields.logo;

const LIMITS: readonly (readonly [name: string, value: unknown, specified: unknown])[] = [
  ['blogs per page', BLOGS_PER_PAGE, 10],
  ['posts on the landing page', LANDING_POSTS_MAX, 6],
  ['post excerpt', EXCERPT_LENGTH, 220],
  ['logo size', LOGO_MAX_BYTES, 512 * 1024],
  ['logo types', LOGO_TYPES, ['image/png', 'image/svg+xml', 'image/jpeg', 'image/webp']],
  ['logo alt text', logo.fields.alt.maxLength, 80],
  ['availability', availability.fields.value.limit, 50],
  ['focus areas', focusAreas.fields.value.limit, 80],
  ['tagline', tagline.maxLength, 160],
  ['meta description', siteFields.fields.description.maxLength, 300],
  ['list of uploads', UPLOADS_LIST_LIMIT, 200],
  ['status message', STATUS_MESSAGE_MS, 2500],
  ['status message of experiences', EXPERIENCE_STATUS_MESSAGE_MS, 2000],
  ['copied tooltip', COPIED_TOOLTIP_MS, 2000],
  [
    'file sizes',
    [0, 1023, 1536, 1024 ** 2 - 1, 1024 ** 3, 5000 * 1024 ** 4].map(formatFileSize).join(),
    '0.0 B,1023.0 B,1.5 KB,1.0 MB,1.0 GB,5000.0 TB',
  ],
  ['list dates', dayOf('2025-10-21T08:00:00.000Z'), '2025-10-21'],
];

it.each(LIMITS)('the limit or format of %s is the specified one', (_, value, specified) => {
  expect(value).toEqual(specified);
});
