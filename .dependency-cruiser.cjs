// The import graph's rules (docs/architecture.md). Run by `npm run check`; each rule has a tree in
// tests/architecture/cases.ts that must break it, and the check fails when it sees too few modules.

/** The modules whose entry points a module may import. Those not named are above it or beside it. */
const mayImport = {
  shared: [],
  platform: ['shared'],
  web: ['shared'],
  users: ['platform', 'web', 'shared'],
  site: ['platform', 'web', 'shared'],
  storage: ['users', 'platform', 'web', 'shared'],
  sharing: ['storage', 'users', 'platform', 'web', 'shared'],
  teams: ['storage', 'users', 'platform', 'web', 'shared'],
  billing: ['users', 'site', 'platform', 'web', 'shared'],
  notifications: ['users', 'platform', 'web', 'shared'],
  admin: ['sharing', 'teams', 'billing', 'storage', 'users', 'site', 'platform', 'web', 'shared'],
  installer: ['users', 'platform', 'web', 'shared'],
}

/** The slices of storage and the entry points of others that each may import. Their module's own files wire them together. */
const sliceMayImport = {
  tree: [],
  activity: ['tree'],
  comments: ['tree'],
  operations: ['tree'],
  history: ['tree', 'activity', 'operations'],
  uploads: ['tree', 'activity'],
  previews: ['tree'],
  search: ['tree'],
  downloads: ['tree', 'previews'],
  archives: ['tree', 'downloads'],
  'remote-upload': ['tree', 'uploads'],
  extraction: ['tree', 'operations', 'uploads', 'archives'],
  maintenance: ['tree', 'uploads', 'previews'],
  offline: ['tree'],
  webdav: ['tree', 'operations', 'uploads', 'downloads'],
  'files-ui': [
    'tree',
    'activity',
    'comments',
    'operations',
    'uploads',
    'previews',
    'search',
    'downloads',
    'archives',
    'remote-upload',
    'extraction',
    'history',
    'offline',
  ],
}
const slices = Object.keys(sliceMayImport).join('|')
const sliceEntryPoints = `^modules/storage/(${slices})/(index|contract|ui)\\.ts$`

const modules = Object.keys(mayImport).join('|')
// platform/launch.ts: what the process needs that starts the app processes, without the app; platform/postgres.ts: the embedded
// database, so that DATABASE_URL never loads it; platform/pictures.ts: the decoder, platform/pdf.ts: PDFium, and
// platform/serve-process.ts: the answers, for the processes that run it; web/markdown.ts: the parser, for code that parses;
// web/or-not-found.ts: for data of pages, so that ui.ts does not bring Vike's abort to browsers. app.css: the renderer's.
const entryPoints =
  '^modules/([^/]+/(index\\.ts|contract\\.ts|ui\\.tsx?)|platform/(postgres|launch|pictures|pdf|serve-process)\\.ts|web/(markdown|or-not-found)\\.ts|web/styles/app\\.css)$'
const inModule = `modules/[^/]+/((${slices})/)?`
const browserCode = `^(modules/web/|${inModule}((client|ui|pages|contract)/|(ui\\.tsx?|contract\\.ts)$)|pages/|renderer/)`
/** Code that never runs in the server only: of the pages' data functions, which are `.ts` files, browsers get the result. */
const screenCode = `^(modules/web/|${inModule}((client|ui|contract)/|pages/.+\\.tsx$|(ui\\.tsx?|contract\\.ts)$)|pages/|renderer/)`
const serverCode = `^(server/|${inModule}(server/|index\\.ts$)|modules/platform/(postgres|launch|pictures|pdf|serve-process)\\.ts$|migrations/)`
const serverPackages =
  'node_modules/(pg|kysely|fastify|@fastify|@mikro-orm|argon2|sharp|nodemailer|graphile-worker|pino|busboy|file-type|@aws-sdk)/'
const builtin = (...names) => `^(node:)?(${names.join('|')})(/|$)`

/** Files that touch the disk for other things than people's bytes; those are the blob store's alone. */
const diskUsers = [
  '^modules/platform/server/(backup|blobs|postgres|mailer)/',
  '^modules/platform/server/(atomic-file|config|data-dir-owner|dot-env|i18n/read-locale|installation|isolated-process|log-files|require-instance|setup-state)\\.ts$',
  // Whether the folders of DATA_DIR can be written; opens no file.
  '^modules/platform/server/requirements/folders\\.ts$',
  // Whether files of systemd exist.
  '^modules/platform/server/requirements/time-sync\\.ts$',
  // Thumbnails are made from people's bytes, in a process of their own that is handed a path.
  '^modules/storage/previews/server/(thumbnail-files|media-files|picture-[^/]+|read-cover|heic-picture|libheif|ffmpeg)\\.ts$',
  // So are texts and pages of documents, in processes of their own.
  '^modules/platform/server/pictures/pdf-document\\.ts$',
  '^modules/storage/search/server/contents/(read-text-file|zip-parts)\\.ts$',
  // Default texts, which belong to the code.
  '^modules/site/server/services/default-pages\\.ts$',
  // The names of the migrations of this version.
  '^modules/platform/server/db/migrations\\.ts$',
  // Scripts and a page of the product, sent to browsers as they are.
  '^modules/storage/(uploads/server/share-target|offline/server/offline)\\.routes\\.ts$',
  // Headers of archives too large for memory; no bytes of people.
  '^modules/storage/archives/server/header-pages\\.ts$',
  // Fonts, which belong to the code.
  '^modules/billing/server/invoices/invoice-fonts\\.ts$',
]
const processStarters = [
  // The app processes, started by the first one.
  '^server/(run|workers/worker-group)\\.ts$',
  '^modules/platform/server/worker-channel\\.ts$',
  '^modules/platform/server/postgres/',
  '^modules/platform/server/isolated-process\\.ts$',
  // Started by the picture process.
  '^modules/storage/previews/server/ffmpeg\\.ts$',
  // systemd's own programs.
  '^server/(cli/service|notify-systemd)\\.ts$',
]

/** Maps the events of every module to notifications, and imports their types for that. */
const eventMappings = '^modules/notifications/server/event-mappings\\.ts$'

const layers = Object.entries(mayImport).map(([name, known]) => ({
  name: `layers-${name}`,
  severity: 'error',
  comment: `${name} may import: ${known.join(', ') || 'nothing'}`,
  // vike.d.ts declares what every page is given, from whatever layer it comes; ambient types, no code.
  from: { path: `^modules/${name}/`, pathNot: ['^modules/web/vike\\.d\\.ts$', eventMappings] },
  to: { path: '^modules/', pathNot: `^modules/(${[name, ...known].join('|')})/` },
}))

const sliceLayers = Object.entries(sliceMayImport).map(([name, known]) => ({
  name: `slices-${name}`,
  severity: 'error',
  comment: `storage/${name} may import: ${known.join(', ') || 'no other slice'}`,
  from: { path: `^modules/storage/${name}/` },
  to: { path: '^modules/storage/', pathNot: `^modules/storage/(${[name, ...known].join('|')})/` },
}))

module.exports = {
  forbidden: [
    ...layers,
    {
      name: 'event-types',
      severity: 'error',
      comment: 'of the modules above and beside it, notifications imports the types of their events only',
      from: { path: eventMappings },
      to: {
        path: '^modules/',
        pathNot: `^modules/(${['notifications', ...mayImport.notifications].join('|')})/`,
        dependencyTypesNot: ['type-only'],
      },
    },
    ...sliceLayers,
    {
      name: 'slice-entry-points',
      severity: 'error',
      comment: "a slice's inner files are its own",
      from: { path: '^modules/storage/([^/]+)/' },
      to: { path: `^modules/storage/(${slices})/`, pathNot: ['^modules/storage/$1/', sliceEntryPoints] },
    },
    {
      name: 'slice-entry-points-from-module',
      severity: 'error',
      comment: "the module's entry points re-export those of its slices",
      from: { path: '^modules/storage/[^/]+$' },
      to: { path: `^modules/storage/(${slices})/`, pathNot: sliceEntryPoints },
    },
    {
      name: 'known-modules',
      severity: 'error',
      comment: 'a new module needs its layer in .dependency-cruiser.cjs',
      from: { path: '^modules/', pathNot: `^modules/(${modules})/` },
      to: {},
    },
    {
      name: 'entry-points',
      severity: 'error',
      comment: "a module's inner files are its own",
      from: { path: '^modules/([^/]+)/' },
      to: { path: '^modules/', pathNot: ['^modules/$1/', entryPoints] },
    },
    {
      name: 'entry-points-from-composition',
      severity: 'error',
      comment: 'server, pages and renderer import entry points only, too',
      from: { path: '^(server|pages|renderer|migrations)/' },
      to: { path: '^modules/', pathNot: entryPoints },
    },
    {
      name: 'composition',
      severity: 'error',
      comment: 'imports go down only',
      from: { path: '^modules/' },
      to: { path: '^(server|pages|renderer|migrations)/' },
    },
    {
      name: 'no-tests',
      severity: 'error',
      comment: 'the product does not need its tests',
      from: { path: '^(modules|server|pages|renderer|migrations)/' },
      to: { path: '^tests/' },
    },
    {
      name: 'migrations-alone',
      severity: 'error',
      comment: 'an old migration must not change with the code',
      from: { path: '^migrations/' },
      to: { path: '^(modules|server|pages|renderer)/' },
    },
    { name: 'no-circular', severity: 'error', comment: 'types included', from: {}, to: { circular: true } },
    {
      name: 'no-unresolvable',
      severity: 'error',
      comment: 'an import that leads nowhere',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
    {
      name: 'browser-not-server',
      severity: 'error',
      comment: 'a value import would bring server code into the bundles',
      from: { path: browserCode },
      to: { path: serverCode, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'browser-not-server-types',
      severity: 'error',
      comment:
        'data that screens show is declared in a contract; data functions of pages may import the types of their services',
      from: { path: screenCode },
      to: { path: serverCode },
    },
    {
      name: 'browser-not-server-packages',
      severity: 'error',
      comment: 'nor the packages and built-ins of the server',
      from: { path: browserCode },
      to: { path: `${serverPackages}|^node:|^(fs|path|crypto|os|net|http|https)$`, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'routes-not-entities',
      severity: 'error',
      comment: 'routes answer with resources; entities stay behind the services',
      from: { path: '\\.routes\\.ts$' },
      to: { path: '(\\.entity\\.ts|/entities(/index)?\\.ts)$' },
    },
    {
      name: 'services-not-fastify',
      severity: 'error',
      comment: 'services take values; routes read requests and write responses, cookies included',
      from: { path: '^modules/.+/server/services/' },
      to: { path: 'node_modules/(fastify|@fastify)/' },
    },
    {
      name: 'disk-in-blob-store',
      severity: 'error',
      comment: "people's bytes are touched by the blob store only",
      from: { path: '^modules/', pathNot: diskUsers },
      to: { path: builtin('fs'), dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'outgoing-in-egress',
      severity: 'error',
      comment: 'whatever leaves this machine passes the egress rules (no private addresses, time and size limits)',
      from: {
        path: '^(modules|server)/',
        // The owner of a DATA_DIR listens on a local socket, and the check of ports on these; nothing leaves by them.
        pathNot: [
          '^modules/platform/server/(egress|postgres)/',
          '^modules/platform/server/data-dir-owner\\.ts$',
          '^modules/platform/server/requirements/ports\\.ts$',
          // Finds a free port.
          '^server/workers/primary\\.ts$',
          // The operator names the address of the object store, as for the library.
          '^modules/platform/server/blobs/s3/object-stream\\.ts$',
          '^server/launch/',
        ],
      },
      to: {
        path: `${builtin('http', 'https', 'http2', 'net', 'tls', 'dgram', 'dns')}|node_modules/(undici|axios|got|node-fetch)/`,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'smtp-in-mailer',
      severity: 'error',
      comment: 'mail leaves by the mailer, with its queue and its limits',
      from: { path: '^(modules|server)/', pathNot: '^modules/platform/server/mailer/' },
      to: { path: 'node_modules/nodemailer/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'object-store-in-blobs',
      severity: 'error',
      comment: 'only the blob store calls the object store that the operator names in BLOB_URL',
      from: { path: '^(modules|server)/', pathNot: '^modules/platform/server/blobs/s3/' },
      to: { path: 'node_modules/@aws-sdk/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'processes',
      severity: 'error',
      comment: 'child processes only where the list says',
      from: { path: '^(modules|server)/', pathNot: [...processStarters, '^server/launch/'] },
      to: { path: builtin('child_process', 'cluster'), dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    // Imports of types count: a cycle of types is a cycle.
    // TypeScript 7 has no API for it to read types with; swc's parser tells type imports from values.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.test\\.tsx?$' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mts', '.d.ts', '.js', '.mjs', '.json'],
    },
  },
}
