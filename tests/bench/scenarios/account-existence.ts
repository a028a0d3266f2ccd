import pg from 'pg'
import { median } from '../lib/stats.ts'
import type { Row } from '../lib/table.ts'
import { addTeam } from '../lib/team.ts'
import { type BenchContext, bearer, type Scenario } from './context.ts'

const requests = 200
const limitRatio = 1.1
/** ms between two requests, in which work that follows a response ends. */
const pauseMs = 40
const password = 'four unrelated words'

type Headers = Record<string, string>
/** A request about an email. */
type Ask = (email: string) => Promise<Response>

const visitorHeaders = async ({ coffer }: BenchContext): Promise<Headers> => {
  const [cookie = ''] = (await fetch(new URL('/api/csrf', coffer.url))).headers.getSetCookie()
  const token = cookie.split(';')[0] ?? ''
  return { cookie: token, 'x-xsrf-token': decodeURIComponent(token.slice('XSRF-TOKEN='.length)) }
}

/** Requests that take an email from a person who may not know whether it has an account. */
const asks = async (context: BenchContext): Promise<Record<string, Ask>> => {
  const { folder } = await addTeam(context.coffer, 'Invitations', 0)
  const send = (headers: Headers, path: string, body: object, method = 'POST') =>
    fetch(new URL(path, context.coffer.url), {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const visitor = await visitorHeaders(context)
  const given = { password, password_confirmation: password }
  return {
    'first step of signing in': (email) => send(visitor, '/api/user/check', { email }),
    'sign-in': (email) => send(visitor, '/login', { email, password: 'not the right one' }),
    'password reset': (email) => send(visitor, '/api/password/recover', { email }),
    'verification again': (email) => send(visitor, '/api/user/verify', { email }),
    'sign-up': (email) => send(visitor, '/api/register', { email, name: 'Jane Doe', ...given }),
    invitation: (email) =>
      send(
        bearer(context),
        `/api/teams/folders/${folder}`,
        { invitations: [{ type: 'invitation', email, permission: 'can_view' }] },
        'PATCH',
      ),
  }
}

/** Accounts with the password of the instance's only user; resolves with their emails. */
const addAccounts = async (db: pg.Client): Promise<string[]> => {
  const { rows } = await db.query(
    `insert into users (email, first_name, color, password_hash, email_verified_at, email_proven_at)
     select 'known' || n || '@example.com', 'Jane', '#00BC7E', password_hash, now(), now()
     from generate_series(1, ${requests + 1}) n, (select password_hash from users order by created_at limit 1) one
     returning email`,
  )
  return rows.map(({ email }) => email as string)
}

/** A51: the time of a response does not tell whether an email has an account. */
export const accountExistence: Scenario = async (context) => {
  const db = new pg.Client({ connectionString: context.databaseUrl })
  await db.connect()
  const known = await addAccounts(db)
  await db.query(
    `insert into settings (name, value) values ('user_verification', 'true') on conflict (name) do update set value = 'true'`,
  )
  const timeOf = async (ask: Ask, email: string): Promise<[status: number, ms: number]> => {
    await db.query('delete from rate_limits')
    const started = performance.now()
    const answer = await ask(email)
    await answer.arrayBuffer()
    const took = performance.now() - started
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    return [answer.status, took]
  }
  const rows: Row[] = []
  for (const [name, ask] of Object.entries(await asks(context))) {
    const times = { known: [] as number[], unknown: [] as number[] }
    for (const [at, email] of known.entries()) {
      const fresh = `unknown${at}-${crypto.randomUUID().slice(0, 8)}@example.com`
      const pair = [['known', email] as const, ['unknown', fresh] as const]
      const statuses = new Set<number>()
      // A fixed order is biased; the first pair warms up.
      for (const [kind, address] of at % 2 ? pair : pair.reverse()) {
        const [status, ms] = await timeOf(ask, address)
        statuses.add(status)
        if (at > 0) times[kind].push(ms)
      }
      if (statuses.size > 1 || [...statuses].some((status) => status >= 500 || status === 429))
        throw new Error(`${name}: ${[...statuses].join(', ')}`)
    }
    const [ours, beside] = [median(times.known), median(times.unknown)]
    rows.push({
      scenario: 'account-existence',
      figure: `${name}: an email with an account / without, medians of ${requests}; the larger by the smaller`,
      ours: `${ours.toFixed(2)} ms`,
      beside: `${beside.toFixed(2)} ms`,
      value: Math.max(ours / beside, beside / ours),
      limit: { most: limitRatio },
    })
  }
  await db.query(`delete from settings where name = 'user_verification'`)
  await db.end()
  return rows
}
