import type { Plugin } from 'vite';

const PACKAGES =
  /node_modules[/](?:react|react-dom|react-router|react-router-dom|scheduler|swr|use-sync-external-store)[/]/;
const OWN_CODE = /[/]web[/]src[/]/;
const ADMIN = /[/]web[/]src[/]admin[/]/;
const ENTRY = /[/]entry-client\.tsx$/;

/**
 * Puts the code that every page loads into two chunks, packages and the site's own code, which
 * compress better than the many small ones that the bundler would share with the admin area; and
 * what pages of the admin area share into one, since each of them would request about 40.
 */
export const sharedChunks = (): Plugin => {
  const loadedFirst = new Set<string>();
  /** What an `import()` names, also if other code shares it, such as the conversion of pasted HTML. */
  const loadedLater = new Set<string>();
  return {
    name: 'shared-chunks',
    applyToEnvironment: ({ name }) => name === 'client',
    outputOptions: (options) => ({
      ...options,
      codeSplitting: {
        groups: [
          { name: 'packages', test: PACKAGES, priority: 2 },
          { name: 'site', test: (id) => loadedFirst.has(id) && OWN_CODE.test(id), priority: 1 },
          {
            name: 'admin-shared',
            test: (id) => ADMIN.test(id) && !loadedLater.has(id),
            minShareCount: 2,
          },
        ],
      },
    }),
    buildEnd() {
      const follow = (id: string) => {
        if (loadedFirst.has(id)) return;
        loadedFirst.add(id);
        this.getModuleInfo(id)?.importedIds.forEach(follow);
      };
      for (const id of this.getModuleIds()) {
        if (ENTRY.test(id)) follow(id);
        if (this.getModuleInfo(id)?.dynamicImporters.length) loadedLater.add(id);
      }
    },
  };
};
