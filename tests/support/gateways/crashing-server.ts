import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Test } from 'tap'
import { signUp } from '../actors.ts'
import { eventually } from '../poll.ts'
import { seeded } from '../random.ts'
import { testServer } from '../server.ts'
import type { GatewayDouble } from './double.ts'
import { deliver, gatewayDoubles } from './gateways.ts'

/** Each event arrives up to so often. */
const maxDeliveries = 5
const failingShare = 0.3
const lanes = 4

/**
 * A server whose three gateways report each event 1–5 times in random order and fail in 30 % of their calls, while it is
 * killed. Seeded, so that a failing run can be repeated: SEED=…
 */
export const crashingServer = async (t: Test) => {
  const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)
  t.comment(`SEED=${seed}`)
  const random = seeded(seed)
  const { doubles, env: bases } = await gatewayDoubles(t)
  const env = { ...bases, API_RATE_LIMIT: '0,0', LOG_LEVEL: 'fatal' }
  const server = await testServer(t, { env })
  const db = new pg.Client({ connectionString: server.databaseUrl ?? '' })
  await db.connect()
  t.teardown(() => db.end())
  const rows = async <Row>(text: string) => (await db.query(text)).rows as Row[]
  const admin = await signUp(server)
  await db.query("update users set role = 'admin' where id = $1", [admin.id])
  await server.restart()
  await admin.client.post('/user/confirm-password', { password: admin.password })
  await admin.client.patch('/api/admin/settings', { name: 'allowed_payments', value: true })
  for (const { name: service, credentials } of doubles) {
    const { status } = await admin.client.post('/api/admin/settings/payment-service', { service, ...credentials })
    t.equal(status, 200, service)
  }
  let deliveries = 0
  const collected = new Map<GatewayDouble, number>()
  const waiting: [GatewayDouble, string][] = []
  const collect = () => {
    for (const double of doubles) {
      for (const { body } of double.events.slice(collected.get(double) ?? 0))
        for (let copies = 1 + Math.floor(random() * maxDeliveries); copies > 0; copies--) waiting.push([double, body])
      collected.set(double, double.events.length)
    }
  }
  /** As gateways do: until it is answered with 200. */
  const send = async (double: GatewayDouble, body: string) => {
    while ((await deliver(server, double, body).catch(() => 0)) !== 200) await sleep(20)
    deliveries += 1
  }
  return {
    doubles,
    server,
    env,
    rows,
    admin,
    random,
    /** Kills it so often while `act` lets more happen at the gateways; resolves when all of it was reported and applied. */
    async reportThroughKills(kills: number, act: () => Promise<void> = async () => undefined): Promise<void> {
      for (const double of doubles) Object.assign(double, { random, failing: failingShare })
      let acting = true
      const lane = async () => {
        for (collect(); acting || waiting.length > 0; collect()) {
          const [next] = waiting.splice(Math.floor(random() * waiting.length), 1)
          await (next ? send(...next) : sleep(10))
        }
      }
      const sending = Promise.all(Array.from({ length: lanes }, lane))
      const acted = act().finally(() => {
        acting = false
      })
      for (let kill = 0; kill < kills; kill++) {
        await sleep(200 + random() * 800)
        await server.kill('SIGKILL')
        await server.restart()
      }
      await Promise.all([acted, sending])
      for (const double of doubles) double.failing = 0
      // Jobs that failed wait for their next attempt: let them start now.
      const left = async () => {
        await db.query('update jobs._private_jobs set run_at = now() where locked_at is null')
        return (await rows('select 1 from gateway_events where processed_at is null')).length
      }
      await eventually(t, left, 0, 'every event is processed')
      t.comment(`${deliveries} deliveries of ${doubles.flatMap(({ events }) => events).length} events`)
    },
  }
}
