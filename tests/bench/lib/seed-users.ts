import { withDb } from './seed.ts'

const pick = (names: readonly string[], of: string) =>
  `(array[${names.map((name) => `'${name}'`).join(', ')}])[1 + ${of} % ${names.length}]`

const firstNames = ['Zoë', 'Anna', 'Igor', 'Mia', 'Andrew', 'Otto', 'Ida', 'Max']
const lastNames = ['Müller', 'Smith', 'García', 'Rossi', 'Novak', 'Silva', 'Santos']
const hosts = ['example.net', 'example.org', 'corp.example']

const ascii = (name: string) =>
  name
    .normalize('NFD')
    .replace(/\P{ASCII}/gu, '')
    .toLowerCase()

/** Adds accounts: some suspended, some unverified, some administrators; each with another amount of used storage. */
export const addUsers = (databaseUrl: string, count: number): Promise<void> =>
  withDb(databaseUrl, (db) =>
    db.withOwnConnection(async (client) => {
      await client.query(`insert into users (email, first_name, last_name, color, role, status, email_verified_at, created_at)
      select ${pick(firstNames.map(ascii), 'n')} || '.' || ${pick(lastNames.map(ascii), 'n')} || n || '@' || ${pick(hosts, 'n')}, ${pick(firstNames, 'n')}, ${pick(lastNames, 'n')} || ' ' || n,
        '#541388', case when n % 500 = 0 then 'admin' else 'user' end,
        case when n % 100 = 0 then 'suspended' else 'active' end, case when n % 50 = 0 then null else now() end,
        now() - n * interval '3 minutes'
      from generate_series(1, ${count}) n`)
      await client.query(`update usage set used_bytes = ('x' || substr(md5(user_id::text), 1, 8))::bit(32)::bigint`)
      await client.query('vacuum (analyze) users, usage')
    }),
  )
