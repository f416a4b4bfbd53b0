import type { StagedUploadResponse } from 'content-schema';
import { photoForm } from './photo-form.ts';
import type { TestClient } from './test-client.ts';

/** Uploads a photo that is not saved yet. */
export const stagePhoto = async (
  admin: TestClient,
  name: string,
  bytes: Uint8Array,
): Promise<StagedUploadResponse> => {
  const body = photoForm(name, bytes);
  const response = await admin.request('POST', '/api/admin/uploads/staged', { body });
  if (response.status !== 201) throw new Error(`${response.status}: ${await response.text()}`);
  return (await response.json()) as StagedUploadResponse;
};
