import { LOAD_FAILED } from './calls.ts';

/** The messages for calls that fail for an unexpected reason, or without a connection. */
export const failureMessages = {
  loadContent: LOAD_FAILED,
  saveSite: 'Failed to save site metadata',
  saveProfile: 'Failed to save profile',
  saveExperiences: 'Failed to save experiences',
  saveSections: 'Failed to save sections',
  savePosts: 'Failed to save posts',
  saveStyle: 'Failed to save style',
  saveContent: 'Failed to save',
  deletePost: 'Failed to delete post',
  updatePostVisibility: 'Failed to update post visibility',
  updateVisibility: 'Failed to update visibility',
  actOnPost: 'Action failed',
  resetContent: 'Failed to reset content',
  upload: 'Upload failed',
  checkSession: 'Unable to determine authentication state',
  logIn: 'Unable to log in',
  logOut: 'Unable to log out',
  changeConnection: 'The connection could not be changed',
  changeAccount: 'The account could not be changed',
} as const;
