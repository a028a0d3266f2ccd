import t from 'tap'
import { type Actor, anonymous, signUp } from '../support/actors.ts'
import { testApp } from '../support/app.ts'
import type { Client } from '../support/client.ts'
import { makeShare } from '../support/shares.ts'
import { canary } from './fixture.ts'
import { linkCalls, password } from './link-calls.ts'
import { type Linked, linkCases } from './link-cases.ts'

/**
 * The access check of share links on every route (A06–A19): in each of these states all requests are rejected, and no
 * response contains the canary. The routes are read from the app: a new one without a row fails.
 */
const app = await testApp(t)
const { db } = app.coffer.platform
const { routes, linked, unlocked, send } = linkCalls(app)

interface State {
  name: string
  /** Brings the link into this state; resolves with the visitor who requests it. */
  enter(owner: Actor, has: Linked): Promise<Client>
  statuses: number[]
  /** The calls that unlock a link succeed in this state. */
  opens?: boolean
}

const gone = [404]

const states: State[] = [
  { name: 'no password given', statuses: [403], opens: true, enter: async () => anonymous(app) },
  {
    name: 'a wrong password given',
    statuses: [403],
    opens: true,
    enter: async (_owner, has) => {
      const visitor = anonymous(app)
      await visitor.post(`/api/sharing/authenticate/${has.token}`, { password: 'not it at all' })
      return visitor
    },
  },
  {
    name: 'another link of the same item unlocked',
    statuses: [403],
    opens: true,
    enter: async (owner, has) => {
      const other = await makeShare(owner, { id: has.folder, type: 'folder' }, { password })
      return unlocked(other.token)
    },
  },
  {
    name: 'password changed since it was unlocked',
    statuses: [403],
    opens: true,
    enter: async (owner, has) => {
      const visitor = await unlocked(has.token)
      await owner.client.patch(`/api/share/${has.token}`, { password: 'other matrix words' })
      return visitor
    },
  },
  {
    name: 'expired',
    statuses: gone,
    enter: async (_owner, has) => {
      const visitor = await unlocked(has.token)
      await db.query('update shares set expires_at = now() where id = $1', [has.share])
      return visitor
    },
  },
  {
    name: 'revoked',
    statuses: gone,
    enter: async (owner, has) => {
      const visitor = await unlocked(has.token)
      await owner.client.post('/api/share/revoke', { _method: 'delete', tokens: [has.token] })
      return visitor
    },
  },
  {
    name: 'item trashed',
    statuses: gone,
    enter: async (owner, has) => {
      const visitor = await unlocked(has.token)
      await owner.client.post('/api/remove', { items: [{ id: has.folder, type: 'folder' }] })
      return visitor
    },
  },
  {
    name: 'the folder above trashed',
    statuses: gone,
    enter: async (owner, has) => {
      const visitor = await unlocked(has.token)
      await owner.client.post('/api/remove', { items: [{ id: has.above, type: 'folder' }] })
      return visitor
    },
  },
  {
    name: 'owner restricted',
    statuses: [401],
    enter: async (owner, has) => {
      const visitor = await unlocked(has.token)
      await db.query(`update users set status = 'suspended' where id = $1`, [owner.id])
      return visitor
    },
  },
]

t.test('every route of links has a row, and every row a route', async (t) => {
  t.ok(routes.length >= 18, `${routes.length} routes`)
  for (const route of routes) t.ok(linkCases[route], route)
  for (const route of Object.keys(linkCases)) t.ok(routes.includes(route), route)
})

for (const state of states)
  t.test(`A06–A19: ${state.name}`, async (t) => {
    await db.query('delete from rate_limits')
    const owner = await signUp(app)
    const has = await linked(owner)
    const visitor = await state.enter(owner, has)
    for (const route of routes) {
      const row = linkCases[route]
      if (!row || (state.opens && row.opens)) continue
      const { status, whole } = await send(visitor, route, has)
      t.ok(state.statuses.includes(status), `${route}: ${status}`)
      t.notOk(whole.includes(canary), `${route} shows nothing`)
    }
  })

t.test('control: the same link answers every call once it is unlocked', async (t) => {
  const owner = await signUp(app)
  for (const route of routes) {
    await db.query('delete from rate_limits')
    const has = await linked(owner)
    const { status } = await send(await unlocked(has.token), route, has)
    t.ok(linkCases[route]?.open.includes(status), `${route}: ${status}`)
  }
})
