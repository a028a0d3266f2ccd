import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t from 'tap'
import { projectRoot } from '../check/boundaries.ts'
import { checkTableOwnership, ownershipFaults } from '../check/table-ownership.ts'
import type { Teardown } from '../support/folders.ts'
import { testFolder } from '../support/folders.ts'

const entity = (table: string) =>
  `export const E = defineEntity({ name: 'E', tableName: '${table}', properties: {} })\n`
const owners = {
  'modules/users/server/entities/user.entity.ts': entity('users'),
  'modules/storage/tree/server/entities/item.entity.ts': entity('items'),
}

const usesIn = (t: Teardown, path: string, code: string): string[] => {
  const folder = testFolder(t)
  for (const [file, text] of Object.entries({ ...owners, [path]: code })) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  return checkTableOwnership(folder).foreign.map(({ module, table, owner }) => `${module}: ${table} of ${owner}`)
}

t.test('table ownership: modules use their own tables only', async (t) => {
  const { owners, files, foreign } = checkTableOwnership(projectRoot)
  t.strictSame(ownershipFaults(foreign), [])
  t.ok(owners.size >= 20, `the check sees the entities (${owners.size} tables)`)
  t.ok(files >= 200, `the check sees the sources (${files} files)`)
})

t.test('table ownership: reports a table of another module in SQL and in builder calls', async (t) => {
  const foreign = [
    "const sql = 'select id from users where id = $1'\n",
    'const sql = `select i.id\n  from shares s left join\n    users u on u.id = s.user_id`\n',
    "const sql = 'update users set name = $1'\n",
    "const sql = 'insert into users (id) values ($1)'\n",
    "const sql = 'select 1 from shares s, users u where u.id = s.owner_id'\n",
    "const sql = 'delete from shares using users where true'\n",
    "const rows = db.builder<Tables>().selectFrom('users as u').selectAll()\n",
    "const rows = tables.selectFrom('shares').innerJoin('users', 'users.id', 'shares.owner_id')\n",
    "await tables.updateTable('users').set({ name }).execute()\n",
  ]
  for (const code of foreign)
    t.strictSame(usesIn(t, 'modules/sharing/server/a.ts', code), ['sharing: users of users'], code)
  t.strictSame(
    usesIn(t, 'modules/sharing/links/server/a.ts', foreign[0] as string),
    ['sharing: users of users'],
    'slice',
  )
  t.strictSame(usesIn(t, 'server/a.ts', foreign[0] as string), ['server: users of users'], 'composition')
})

t.test('table ownership: ignores own tables, comments and other words', async (t) => {
  const own = [
    ['modules/users/server/a.ts', "const sql = 'select 1 from users'\n"],
    ['modules/storage/uploads/server/a.ts', "const sql = 'select 1 from items'\n"],
    ['modules/sharing/server/a.ts', '// reads from users\nconst text = "items of users" // from items\n'],
    ['modules/sharing/server/a.ts', "import { items } from '../items.ts'\nconst update = items(users)\n"],
    ['modules/sharing/server/a.test.ts', "const sql = 'select 1 from users'\n"],
  ] as const
  for (const [path, code] of own) t.strictSame(usesIn(t, path, code), [], code)
})

t.test('table ownership: a fault names the file, the table and its owner', async (t) => {
  const use = { module: 'sharing', table: 'users', owner: 'users', file: 'a.ts' }
  t.strictSame(ownershipFaults([use]), ['a.ts names the table users, which users owns'])
})
