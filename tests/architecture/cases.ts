/** For each rule of the import graph, a small tree that breaks it: proves that the checker reports it. */
export type FileTree = Record<string, string>

const value = (path: string) => `import { x } from '${path}'\nexport const y = x\n`
const type = (path: string) => `import type { X } from '${path}'\nexport type Y = X\n`
const leaf = 'export const x = 1\nexport interface X { a: number }\n'

/** For each module, one above or beside it that it may not import. */
const forbidden = {
  shared: 'platform',
  platform: 'users',
  web: 'platform',
  users: 'storage',
  site: 'users',
  storage: 'sharing',
  sharing: 'teams',
  teams: 'billing',
  billing: 'storage',
  notifications: 'storage',
  admin: 'installer',
  installer: 'storage',
}

const layers: [string, FileTree][] = Object.entries(forbidden).flatMap(([low, high]) =>
  // Importing a type is a breach too.
  [value, type].map((statement): [string, FileTree] => [
    `layers-${low}`,
    { [`modules/${low}/contract.ts`]: statement(`../${high}/contract.ts`), [`modules/${high}/contract.ts`]: leaf },
  ]),
)

/** For each slice of storage, one above or beside it that it may not import. */
const forbiddenSlices = {
  tree: 'operations',
  activity: 'operations',
  comments: 'activity',
  operations: 'uploads',
  history: 'uploads',
  uploads: 'previews',
  previews: 'uploads',
  search: 'uploads',
  downloads: 'uploads',
  archives: 'uploads',
  extraction: 'search',
  'remote-upload': 'search',
  maintenance: 'search',
  offline: 'uploads',
  webdav: 'search',
  'files-ui': 'maintenance',
}

const slices: [string, FileTree][] = Object.entries(forbiddenSlices).flatMap(([low, high]) =>
  [value, type].map((statement): [string, FileTree] => [
    `slices-${low}`,
    {
      [`modules/storage/${low}/contract.ts`]: statement(`../${high}/contract.ts`),
      [`modules/storage/${high}/contract.ts`]: leaf,
    },
  ]),
)

export const breakingTrees: [rule: string, tree: FileTree][] = [
  ...layers,
  ...slices,
  [
    'slice-entry-points',
    {
      'modules/storage/uploads/server/a.ts': value('../../tree/server/b.ts'),
      'modules/storage/tree/server/b.ts': leaf,
    },
  ],
  [
    'slice-entry-points-from-module',
    { 'modules/storage/index.ts': value('./tree/server/b.ts'), 'modules/storage/tree/server/b.ts': leaf },
  ],
  [
    'browser-not-server',
    {
      'modules/storage/tree/client/a.ts': value('../server/b.ts'),
      'modules/storage/tree/server/b.ts': leaf,
    },
  ],
  ['known-modules', { 'modules/cellar/index.ts': value('./other.ts'), 'modules/cellar/other.ts': leaf }],
  [
    'event-types',
    {
      'modules/notifications/server/event-mappings.ts': value('../../storage/contract.ts'),
      'modules/storage/contract.ts': leaf,
    },
  ],
  [
    'entry-points',
    { 'modules/storage/server/a.ts': value('../../users/server/b.ts'), 'modules/users/server/b.ts': leaf },
  ],
  [
    'entry-points',
    { 'modules/storage/server/a.ts': type('../../users/server/b.ts'), 'modules/users/server/b.ts': leaf },
  ],
  [
    'entry-points-from-composition',
    { 'server/app.ts': value('../modules/users/server/b.ts'), 'modules/users/server/b.ts': leaf },
  ],
  ['composition', { 'modules/users/index.ts': type('../../server/app.ts'), 'server/app.ts': leaf }],
  ['no-tests', { 'server/app.ts': value('../tests/support/app.ts'), 'tests/support/app.ts': leaf }],
  ['migrations-alone', { 'migrations/a.ts': value('../modules/users/index.ts'), 'modules/users/index.ts': leaf }],
  ['no-circular', { 'server/a.ts': value('./b.ts'), 'server/b.ts': value('./a.ts') }],
  ['no-circular', { 'server/a.ts': value('./b.ts'), 'server/b.ts': type('./a.ts') }],
  ['no-unresolvable', { 'server/a.ts': value('./nowhere.ts') }],
  ['browser-not-server', { 'modules/users/client/a.ts': value('../server/b.ts'), 'modules/users/server/b.ts': leaf }],
  ['browser-not-server', { 'modules/users/pages/x/+data.ts': value('../../index.ts'), 'modules/users/index.ts': leaf }],
  [
    'browser-not-server',
    {
      'modules/users/ui/A.tsx': "export const load = () => import('../server/b.ts')\n",
      'modules/users/server/b.ts': leaf,
    },
  ],
  [
    'browser-not-server',
    { 'modules/users/contract.ts': "export { x } from './server/b.ts'\n", 'modules/users/server/b.ts': leaf },
  ],
  [
    'browser-not-server-types',
    { 'modules/users/client/a.ts': type('../server/b.ts'), 'modules/users/server/b.ts': leaf },
  ],
  [
    'browser-not-server-types',
    { 'modules/users/pages/x/+Page.tsx': type('../../index.ts'), 'modules/users/index.ts': leaf },
  ],
  [
    'browser-not-server-types',
    { 'modules/users/contract.ts': "export type { x } from './server/b.ts'\n", 'modules/users/server/b.ts': leaf },
  ],
  ['browser-not-server-packages', { 'modules/web/a.ts': "import pg from 'pg'\nexport const x = pg\n" }],
  [
    'browser-not-server-packages',
    { 'modules/users/ui/A.tsx': "import { join } from 'node:path'\nexport const x = join\n" },
  ],
  [
    'routes-not-entities',
    {
      'modules/storage/tree/server/routes/a.routes.ts': type('../entities/item.entity.ts'),
      'modules/storage/tree/server/entities/item.entity.ts': leaf,
    },
  ],
  [
    'services-not-fastify',
    {
      'modules/sharing/server/services/a.ts':
        "import type { FastifyRequest } from 'fastify'\nexport type Y = FastifyRequest\n",
    },
  ],
  [
    'disk-in-blob-store',
    { 'modules/storage/server/a.ts': "import { readFile } from 'node:fs/promises'\nexport const x = readFile\n" },
  ],
  ['disk-in-blob-store', { 'modules/storage/server/a.ts': "import fs from 'fs'\nexport const x = fs\n" }],
  [
    'outgoing-in-egress',
    { 'modules/storage/server/a.ts': "import { request } from 'node:https'\nexport const x = request\n" },
  ],
  ['outgoing-in-egress', { 'modules/sharing/server/a.ts': "export const load = () => import('node:http')\n" }],
  ['outgoing-in-egress', { 'server/a.ts': "import { lookup } from 'node:dns/promises'\nexport const x = lookup\n" }],
  [
    'smtp-in-mailer',
    {
      'modules/storage/server/a.ts': "import { createTransport } from 'nodemailer'\nexport const x = createTransport\n",
    },
  ],
  [
    'object-store-in-blobs',
    { 'modules/storage/server/a.ts': "import { S3Client } from '@aws-sdk/client-s3'\nexport const x = S3Client\n" },
  ],
  [
    'processes',
    { 'modules/storage/server/a.ts': "import { spawn } from 'node:child_process'\nexport const x = spawn\n" },
  ],
  ['fetch-in-egress', { 'modules/storage/server/a.ts': "export const x = () => fetch('https://example.org')\n" }],
  ['one-guard', { 'modules/storage/pages/+guard.ts': leaf, 'pages/+guard.ts': leaf }],
]

/** Imports that the rules must allow. */
export const soundTrees: FileTree = {
  'modules/users/contract.ts': leaf,
  'modules/users/index.ts': `${leaf}export { x as z } from './server/a.ts'\n`,
  'modules/users/server/a.ts':
    "import type { AddressInfo } from 'node:net'\nexport const x = 1\nexport type Y = AddressInfo\n",
  'modules/users/client/a.ts': value('../contract.ts'),
  'modules/users/pages/x/+data.ts': type('../../index.ts').replace('Y', 'Z'),
  'modules/storage/contract.ts': leaf,
  'modules/notifications/server/event-mappings.ts': type('../../storage/contract.ts'),
  'modules/storage/server/b.ts': value('../../users/index.ts'),
  'modules/platform/server/blobs/c.ts': "import { open } from 'node:fs/promises'\nexport const x = open\n",
  'modules/platform/server/egress/d.ts':
    "import { request } from 'node:https'\nexport const x = [request, () => fetch('https://a.b')]\n",
  'modules/platform/server/mailer/e.ts':
    "import { createTransport } from 'nodemailer'\nexport const x = createTransport\n",
  'server/app.ts':
    "import { x } from '../modules/users/index.ts'\n// no fetch( here\nexport const prefetch = () => x\n",
  'pages/+guard.ts': leaf,
}
