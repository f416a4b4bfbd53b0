import { PROFILE_PATH, type Profile } from 'content-schema';
import { writeJsonDocument } from 'content-schema/json-document';
import { currentText, textChange, type Command } from '../change.ts';

export const saveProfile =
  (profile: Profile): Command =>
  async (ground) => {
    const text = writeJsonDocument(await currentText(ground, PROFILE_PATH), profile);
    return { subject: 'Update profile', changes: new Map([textChange(PROFILE_PATH, text)]) };
  };
