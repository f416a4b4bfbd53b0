import { pushFiles } from './content-repository.ts';
import { expectServed, type Site } from './site.ts';

/** Commits files, as a push by a developer does, until the server serves them; `null` deletes a file. */
export const pushElsewhere = async (
  site: Site,
  files: Parameters<typeof pushFiles>[1],
): Promise<void> => {
  pushFiles(site.repository, files);
  await expectServed(site);
};
