import { randomUUID } from 'node:crypto'
import pg from 'pg'
import t from 'tap'
import { anonymous, confirmPassword, createAccount } from '../support/actors.ts'
import { cli } from '../support/cli.ts'
import { testServer } from '../support/server.ts'
import { makeFolder, makeShare } from '../support/shares.ts'

const hourMs = 3_600_000

/** Node flags that shift the clock of a process by this number of ms; timers are unaffected. */
const clockAhead = (byMs: number): string => {
  const code = `const Real=Date;globalThis.Date=class Date extends Real{
    constructor(...given){given.length?super(...given):super(Real.now()+${byMs})}
    static now(){return Real.now()+${byMs}}}`
  return `--import=data:text/javascript,${encodeURIComponent(code)}`
}

for (const hours of [26, -26])
  t.test(`R19, D48: a process whose clock is ${hours} h off uses the database's clock`, async (t) => {
    const server = await testServer(t, { env: { LOG_LEVEL: 'error', NODE_OPTIONS: clockAhead(hours * hourMs) } })
    const db = new pg.Client({ connectionString: server.databaseUrl ?? '' })
    await db.connect()
    t.teardown(() => db.end())
    const owner = await createAccount(server)
    const folder = await makeFolder(owner, 'shared')

    const link = await makeShare(owner, { id: folder, type: 'folder' }, { expiration: 1, password: 'long enough' })
    const { rows } = await db.query('select extract(epoch from expires_at - now())::int as seconds from shares')
    t.ok(Math.abs(rows[0].seconds - 3_600) < 300, `a link for an hour ends in ${rows[0].seconds} s`)
    const visitor = anonymous(server)
    const open = async () => (await visitor.get(`/api/sharing/folders/${folder}/${link.token}`)).status
    t.match(await visitor.post(`/api/sharing/authenticate/${link.token}`, { password: 'long enough' }), { status: 200 })
    t.equal(await open(), 200, 'it is open, and unlocked')
    await db.query("update shares set expires_at = now() - interval '1 minute'")
    t.equal(await open(), 404, 'expired by the database’s clock: expired')
    await db.query("update shares set expires_at = now() + interval '1 minute'")
    t.equal(await open(), 200, 'valid by the database’s clock: valid')

    const inAnHour = new Date(Date.now() + hourMs).toISOString()
    const request = await owner.client.post('/api/file-request', { folder_id: folder, expires_at: inAnHour })
    t.equal(request.status, 201, 'a deadline in an hour is accepted')
    const anHourAgo = new Date(Date.now() - hourMs).toISOString()
    t.match(await owner.client.post('/api/file-request', { folder_id: folder, expires_at: anHourAgo }), { status: 422 })
    t.match(await owner.client.patch(`/api/share/${link.token}`, { expires_at: anHourAgo }), { status: 422 })

    const upload_id = randomUUID()
    const first = new URLSearchParams({ name: 'two.bin', upload_id, offset: '0', total_size: '20', is_last_chunk: '0' })
    const sent = await owner.client.fetch(`/api/upload/chunks?${first}`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: 'ten bytes!',
    })
    t.equal(sent.status, 200)
    await db.query("update upload_sessions set expires_at = now() + interval '1 hour'")
    const state = async () => (await owner.client.get(`/api/upload/chunks/${upload_id}`)).status
    t.equal(await state(), 200, 'an upload can be resumed until its end')
    await db.query("update upload_sessions set expires_at = now() - interval '1 hour'")
    t.equal(await state(), 404, 'and not after it')

    await confirmPassword(owner)
    const token = await owner.client.post<{ plainTextToken: string }>('/api/user/tokens', {
      name: 'for a day',
      expires_in_days: 1,
    })
    const job = { DATA_DIR: server.dataDir, DATABASE_URL: server.databaseUrl ?? '' }
    const flags = { NODE_OPTIONS: clockAhead(hours * hourMs) }
    t.match(await cli({ ...job, ...flags }, 'jobs', 'run', 'cleanup-accounts'), { code: 0 })
    const program = anonymous(server).withToken(token.body.plainTextToken)
    t.equal((await program.get('/api/user')).status, 200, 'a token for a day is valid')
    const made = await db.query(
      'select abs(extract(epoch from created_at - now()))::int as s from personal_access_tokens',
    )
    t.ok(made.rows.every(({ s }) => s < 300))

    await db.query("update sessions set last_seen_at = now() - interval '5 minutes'")
    await server.restart()
    t.equal((await owner.client.get('/api/user')).status, 200)
    const seen = await db.query(
      "select count(*)::int as n from sessions where last_seen_at > now() - interval '1 minute'",
    )
    t.ok(seen.rows[0].n > 0, 'a session in use is extended')
  })
