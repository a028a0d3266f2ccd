import { randomUUID } from 'node:crypto'
import type { Test } from 'tap'
import { type Actor, anonymous, signUp } from './actors.ts'
import { newAdmin } from './admins.ts'
import { testApp } from './app.ts'
import type { Client } from './client.ts'
import { RawConnection } from './connection.ts'
import { makeFileRequest } from './file-requests.ts'
import { poll } from './poll.ts'
import { testSource } from './remote-source.ts'

const megabyte = 1_000_000
const fileBytes = 5 * megabyte
const fitting = 20
const left = fitting * fileBytes
const racers = 64
const batch = Array.from({ length: Math.sqrt(racers) }, (_, n) => `/${n}.bin`)
const item = (id: string) => ({ items: [{ id, type: 'file' }] })

/** Limits an account to its used bytes and 100 MB more. */
type Limit = (user: Actor, used: number) => Promise<void>
type RacedEngine = 'none' | 'fixed' | 'metered'

/** An app with an engine, and `races` for the last 100 MB: each lets 64 requests take 5 MB at once. */
const raceWorld = async (t: Test, engine: RacedEngine) => {
  const source = await testSource(t)
  const app = await testApp(t, { env: { API_RATE_LIMIT: '0,0', EGRESS_ALLOW: source.host } })
  const { db, jobs, realtime } = app.coffer.platform
  const { plans, subscriptions } = app.coffer.billing
  const admin = await newAdmin(app)
  for (const path of batch) source.files.set(path, { size: fileBytes })
  const engines: Record<RacedEngine, Limit> = {
    async none({ id }, used) {
      await db.query('update users set max_storage_bytes = $2 where id = $1', [id, used + left])
    },
    async fixed({ id }, used) {
      const plan = await plans.create({ actorId: admin.id, ip: '127.0.0.1' }, 'fixed', {
        name: 'P',
        max_storage_bytes: used + left,
        max_team_members: 1,
        meters: null,
        description: null,
        amount: 1_000,
        currency: 'USD',
        interval: 'month',
      })
      await db.transaction(async (tx) => {
        const subscription = await subscriptions.create(tx, { userId: id, planVersionId: plan.id, gateway: 'stripe' })
        const period = { from: new Date(), to: new Date(Date.now() + 86_400_000) }
        await subscriptions.apply(tx, subscription, { type: 'activated', period })
      })
    },
    /** $10 per GB: a cent is a megabyte, and half a cent more is rounded away. */
    async metered({ id }, used) {
      await jobs.runNow('apply-billing-engine')
      const cents = (used + left) / megabyte
      await db.query('insert into billing_accounts (user_id, spending_cap) values ($1, $2)', [id, cents])
    },
  }
  const limit = engines[engine]
  const bytesOf = async ({ id }: Actor) => {
    const [row] = await db.query<{ used: number; reserved: number }>(
      'select used_bytes as used, reserved_bytes as reserved from usage where user_id = $1',
      [id],
    )
    return (row?.used ?? 0) + (row?.reserved ?? 0)
  }
  const parallel = async (run: (n: number) => Promise<{ status: number }>) =>
    (await Promise.all(Array.from({ length: racers }, (_, n) => run(n)))).map(({ status }) => status)

  const content = Buffer.alloc(fileBytes)
  /** Sends a whole file as it is: `fetch` would copy 64 times 5 MB, each more than once. */
  const send = async (client: Client, path: string, fields: Record<string, string>) => {
    if (!client.cookies.has('XSRF-TOKEN')) await client.get('/api/csrf')
    const query = new URLSearchParams({ ...fields, total_size: String(fileBytes), is_last_chunk: 'true' })
    const connection = await RawConnection.open(app.url)
    const answer = await connection.send({
      path: `${path}?${query}`,
      headers: {
        cookie: client.cookieHeader(),
        'x-xsrf-token': decodeURIComponent(client.cookies.get('XSRF-TOKEN') ?? ''),
        'content-type': 'application/octet-stream',
        accept: 'application/json',
      },
      body: content,
      readsEarly: true,
    })
    connection.close()
    return { status: answer?.status ?? 0, body: answer?.body ?? '' }
  }
  const upload = ({ client }: Actor, name = 'file.bin') => send(client, '/api/upload/chunks', { name })

  /** Each lets 64 take 5 MB at once; resolves with how many got them. */
  const races: Record<string, (t: Test, user: Actor) => Promise<number>> = {
    async uploads(t, user) {
      await limit(user, 0)
      realtime.accountsChanged([user.id])
      const statuses = await parallel((n) => upload(user, `${n}.bin`))
      t.same(new Set(statuses), new Set([201, 423]))
      return statuses.filter((status) => status === 201).length
    },
    async copies(t, user) {
      const { data } = JSON.parse((await upload(user)).body) as { data: { id: string } }
      await limit(user, fileBytes)
      realtime.accountsChanged([user.id])
      const statuses = await parallel(() => user.client.post('/api/copy', item(data.id)))
      t.same(new Set(statuses), new Set([201, 423]))
      return statuses.filter((status) => status < 300).length
    },
    async 'remote uploads'(_, user) {
      await limit(user, 0)
      realtime.accountsChanged([user.id])
      const urls = batch.map(source.url)
      const begin = async () => (await user.client.post('/api/upload/remote', { urls, parent_id: null })).status === 201
      // An account has 50 open URLs at most: the last batches begin when others have ended.
      await Promise.all(urls.map(() => poll(begin)))
      const ended = () =>
        db.query<{ status: string }>(
          `select u.status from remote_urls u join remote_batches b on b.id = u.batch_id
           where b.owner_id = $1 and u.status in ('done', 'failed')`,
          [user.id],
        )
      await poll(async () => (await ended()).length === racers)
      return (await ended()).filter(({ status }) => status === 'done').length
    },
    async 'upload requests'(t, user) {
      await limit(user, 0)
      realtime.accountsChanged([user.id])
      const { token } = await makeFileRequest(user)
      const path = `/api/file-request/${token}/upload/chunks`
      const statuses = await parallel((n) =>
        send(anonymous(app), path, { name: `${n}.bin`, upload_id: randomUUID(), offset: '0' }),
      )
      // 429: an IP address may bring 60 new uploaders an hour.
      t.same(
        statuses.filter((status) => ![201, 423, 429].includes(status)),
        [],
        'each is answered',
      )
      return statuses.filter((status) => status === 201).length
    },
  }
  const { status } = await admin.client.patch('/api/admin/settings', { name: 'subscription_type', value: engine })
  t.equal(status, 200)
  if (engine === 'metered') {
    const tiers = [{ first_unit: 1, last_unit: null, per_unit: '10', flat_fee: null }]
    await admin.client.post('/api/subscriptions/admin/plans', {
      type: 'metered',
      name: 'Usage',
      currency: 'USD',
      meters: [{ key: 'storage', aggregate_strategy: 'maximum_usage', tiers }],
    })
  }
  return { app, races, bytesOf, parallel }
}

/** Tests that limits under one engine hold in races. The engines have a file each: one takes half a minute. */
export const limitRaces = async (t: Test, engine: RacedEngine): Promise<void> => {
  const { app, races, bytesOf, parallel } = await raceWorld(t, engine)

  for (const [name, race] of Object.entries(races))
    t.test(`${engine}: 64 parallel ${name} against 100 MB: never a byte over`, async (t) => {
      const user = await signUp(app)
      const before = name === 'copies' ? fileBytes : 0
      const taken = await race(t, user)
      // Visitors reserve bytes as they arrive: uploads that were cut off have held bytes that another one needed.
      const stored = ((await bytesOf(user)) - before) / fileBytes
      if (name === 'upload requests') {
        t.ok(taken > 0 && taken <= fitting, `${taken} taken`)
        t.equal(stored, taken, 'what was rejected is not stored')
      } else t.same([taken, stored], [fitting, fitting])
    })

  t.test(`${engine}: what comes back from the trash beside uploads was counted all the time`, async (t) => {
    const user = await signUp(app)
    t.equal(await races.copies?.(t, user), fitting)
    const { body } = await user.client.get<{ data: { data: { id: string } }[] }>('/api/browse/folders/undefined')
    const ids = body.data.map(({ data }) => data.id)
    t.equal(ids.length, 1 + fitting)
    await user.client.post('/api/remove', { items: ids.map((id) => ({ id, type: 'file' })) })
    const [restored, uploaded] = await Promise.all([
      parallel((n) => user.client.post('/api/trash/restore', item(ids[n % ids.length] as string))),
      parallel(async (n) => {
        const query = { name: `${n}.bin`, upload_id: randomUUID(), total_size: String(fileBytes) }
        return user.client.fetch(`/api/upload/chunks?${new URLSearchParams({ ...query, is_last_chunk: 'false' })}`, {
          method: 'POST',
          headers: { 'content-type': 'application/octet-stream', accept: 'application/json' },
          body: Buffer.from('x'),
        })
      }),
    ])
    t.ok(restored.filter((status) => status < 300).length >= ids.length, 'all are back')
    t.same([...new Set(uploaded)], [423], 'nothing is free')
    t.equal(await bytesOf(user), fileBytes + left)
  })
}
