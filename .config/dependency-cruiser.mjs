/** The allowed imports between the parts of the project. Each rule gives its reason. */

/** Any folder of the git store except the contract tests and the shared disk cache. */
const ADAPTER = '^api/src/core/git-store/(?!test/|disk-cache/)[^/]+/';

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

export default {
  forbidden: [
    forbid(
      'no-cycles',
      'Modules that import each other cannot be read one after the other.',
      {},
      { circular: true },
    ),
    forbid(
      'schema-stands-alone',
      'Every workspace depends on content-schema, so it must not depend on them.',
      { path: '^content-schema/' },
      { path: '^(api|web|fixtures)/' },
    ),
    forbid(
      'store-knows-no-content',
      'A git store handles bytes and commits; api/src/core interprets them. Types of responses are no content.',
      { path: '^api/src/core/git-store/', pathNot: '\\.test\\.ts$' },
      {
        path: '^(content-schema/|api/src/(?!core/git-store/|core/(?:cache|coded-error)\\.ts$))',
        dependencyTypesNot: ['type-only'],
      },
    ),
    forbid(
      'core-knows-no-feature',
      'A feature is removed with its folder and its line in features.ts; it gives the core what Feature names.',
      { path: '^api/src/core/', pathNot: '\\.test\\.ts$' },
      { path: '^api/src/(features/|features\\.ts$)' },
    ),
    forbid(
      'features-stand-apart',
      'A reader of a feature may ignore the others, and any of them can be removed.',
      { path: '^api/src/features/([^/]+)/', pathNot: '\\.test\\.ts$' },
      { path: '^api/src/features/(?!$1/)' },
    ),
    forbid(
      'reading-knows-no-saving',
      'What is shown is read without a save; what both need is in messages/ or reading/.',
      { path: '^api/src/core/(reading|messages)/', pathNot: '\\.test\\.ts$' },
      { path: '^api/src/core/(saving|presenters)/' },
    ),
    forbid(
      'content-knows-no-http',
      'Reading and saving content must also work without HTTP.',
      { path: '^api/src/core/(reading/|saving/|content\\.ts$)' },
      { path: '^(api/src/core/(http|auth)/|node_modules/(koa|@koa|koa-.*)/)' },
    ),
    forbid(
      'content-knows-no-adapter',
      'Content uses the git-store port; open-store.ts chooses the adapter.',
      { path: '^api/src/core/(reading|saving|presenters|http|auth)/', pathNot: '\\.test\\.ts$' },
      { path: `(${ADAPTER}|^node_modules/@octokit/)` },
    ),
    forbid(
      'only-http-knows-http',
      'What http/ uses must not use it in turn; only the composition of the server may.',
      {
        path: '^api/src/(?!core/http/|features/|(app|features|main|serve|site)\\.ts$)',
        pathNot: '\\.test\\.ts$',
      },
      { path: '^api/src/core/http/' },
    ),
    forbid(
      'routes-stand-apart',
      'A helper of two routes belongs in http/requests, http/caching or presenters.',
      { path: '^api/src/core/http/', pathNot: '\\.test\\.ts$' },
      { path: '^api/src/core/http/routes/' },
    ),
    forbid(
      'workers-know-no-task',
      'The tasks use the workers; the table of tasks in worker.ts is only a type to them.',
      { path: '^api/src/core/workers/', pathNot: '\\.test\\.ts$' },
      { path: '^api/src/(?!core/workers/|worker\\.ts$)' },
    ),
    forbid(
      'no-adapter-knows-another',
      'An adapter can then be removed or replaced alone; shared code belongs beside the port.',
      { path: '^api/src/core/git-store/([^/]+)/', pathNot: '\\.test\\.ts$' },
      { path: ADAPTER, pathNot: '^api/src/core/git-store/$1/' },
    ),
    forbid(
      'web-knows-no-server',
      'Code for the browser must not include the server.',
      { path: '^web/src/' },
      { path: '^api/' },
    ),
    forbid(
      'ui-knows-no-product',
      'Design system components take texts and callbacks, so that any page can use them.',
      { path: '^web/src/ui/' },
      { path: '^(web/src/(?!ui/)|content-schema/|fixtures/)' },
    ),
    forbid(
      'shared-knows-no-page',
      'Shared code that imports a page would load that page with all others.',
      { path: '^web/src/(site|routing|data|theme|metadata)/' },
      { path: '^web/src/(pages|admin)/' },
    ),
    forbid(
      'pages-stand-apart',
      'A page that imports another page loads it too; shared code belongs in site/ or data/.',
      { path: '^web/src/pages/([^/]+)/', pathNot: '\\.test\\.tsx$' },
      { path: '^web/src/(admin/|pages/(?!$1/))' },
    ),
    forbid(
      'admin-core-knows-no-feature',
      'A feature can then be removed with its folder; it adds to the core by the slots of core/feature.tsx.',
      { path: '^web/src/admin/core/' },
      { path: '^web/src/(pages/|admin/(?!core/))' },
    ),
    forbid(
      'admin-features-stand-apart',
      'What two features need belongs in admin/core.',
      { path: '^web/src/admin/features/([^/]+)/' },
      { path: '^web/src/(pages/|admin/(?!core/|features/$1/))' },
    ),
    forbid(
      'github-mock-is-for-tests',
      'The GitHub mock must not become part of the product.',
      { path: '^(api|web)/src/', pathNot: '(\\.test\\.tsx?|/test/.*)$' },
      { path: '^fixtures/github/' },
    ),
    forbid(
      'no-orphans',
      'A module without importers is unused.',
      {
        orphan: true,
        pathNot:
          '(\\.d\\.ts|\\.test\\.tsx?|main\\.ts|hash-password\\.ts|serve\\.ts|load-late\\.ts)$',
      },
      {},
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(dist|\\.css$)' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
    },
  },
};
