/** The layers of the project; each rule says why in its comment. */

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

export default {
  forbidden: [
    forbid('no-cycles', 'A circle of imports has no reading order.', {}, { circular: true }),
    forbid(
      'schema-stands-alone',
      'Every workspace builds on content-schema, so it knows none of them.',
      { path: '^content-schema/' },
      { path: '^(api|web|fixtures)/' },
    ),
    forbid(
      'store-knows-no-content',
      'A git store moves bytes and commits; what they mean is decided above it.',
      { path: '^api/src/git-store/', pathNot: '\\.test\\.ts$' },
      { path: '^(content-schema/|api/src/(?!git-store/))' },
    ),
    forbid(
      'content-knows-no-http',
      'Content is the same whether it is asked for over HTTP or by a program.',
      { path: '^api/src/content/' },
      { path: '^(api/src/(http|auth)/|node_modules/(koa|@koa|koa-.*)/)' },
    ),
    forbid(
      'content-knows-no-adapter',
      'Content talks to the port; which store is behind it is chosen in main.ts.',
      { path: '^api/src/(content|http|auth)/', pathNot: '\\.test\\.ts$' },
      { path: '^(api/src/git-store/(local|github)/|node_modules/(@octokit|isomorphic-git)/)' },
    ),
    forbid(
      'web-knows-no-server',
      'What runs in the browser must not pull in the server.',
      { path: '^web/src/' },
      { path: '^api/' },
    ),
    forbid(
      'ui-knows-no-product',
      'The design system takes text and callbacks, so that any page can use and change it.',
      { path: '^web/src/ui/' },
      { path: '^(web/src/(?!ui/)|content-schema/|fixtures/)' },
    ),
    forbid(
      'shared-knows-no-page',
      'What pages share would otherwise bring one of them into all.',
      { path: '^web/src/(site|routing|data|theme|metadata)/' },
      { path: '^web/src/(pages|admin)/' },
    ),
    forbid(
      'pages-stand-apart',
      'A page that imports another is loaded with it; what both need belongs to site/ or data/.',
      { path: '^web/src/pages/([^/]+)/', pathNot: '\\.test\\.tsx$' },
      { path: '^web/src/(admin/|pages/(?!$1/))' },
    ),
    forbid(
      'admin-features-stand-apart',
      'What two screens need belongs to admin/layout, admin/editing or what all pages share.',
      { path: '^web/src/admin/([^/]+)/' },
      { path: '^web/src/(pages/|admin/(?!$1/|layout/|editing/)[^/]+/)' },
    ),
    forbid(
      'servers-of-fixtures-are-for-tests',
      'The mocked GitHub and the specification server must never be part of the product.',
      { path: '^(api|web)/src/', pathNot: '(\\.test\\.tsx?|/test/.*|/contract/.*)$' },
      { path: '^fixtures/(github|specification)/' },
    ),
    forbid(
      'no-orphans',
      'A module that nobody imports is dead.',
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
