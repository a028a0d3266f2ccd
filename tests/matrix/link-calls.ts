import { type Actor, anonymous } from '../support/actors.ts'
import type { TestApp } from '../support/app.ts'
import type { Client } from '../support/client.ts'
import { makeFolder, makeShare, putFile } from '../support/shares.ts'
import { canary } from './fixture.ts'
import { type Linked, linkCases } from './link-cases.ts'
import { declaredRoutes } from './routes.ts'

const linkAccess = new Set(['share', 'link'])
/** Password of every protected link in these tests. */
export const password = 'matrix words'

/** Calls of share links on this app; `routes` is read from the app. */
export const linkCalls = (app: TestApp) => ({
  routes: declaredRoutes(app).filter((route) => linkAccess.has(app.coffer.app.served.get(route)?.access ?? '')),

  /** A link to a folder with a file; by default a protected one with permission to edit. */
  async linked(owner: Actor, options: object = { permission: 'editor', password }): Promise<Linked> {
    const above = await makeFolder(owner, `${canary} above`)
    const folder = await makeFolder(owner, `${canary} shared`, above)
    const file = await putFile(owner, `${canary}.txt`, canary, folder)
    const outside = await putFile(owner, `${canary} outside.txt`, canary, above)
    const share = await makeShare(owner, { id: folder, type: 'folder' }, { ...options })
    return { above, folder, file: file.id, outside: outside.id, token: share.token, share: share.id }
  },

  /** A visitor who has unlocked the link. */
  async unlocked(token: string): Promise<Client> {
    const visitor = anonymous(app)
    const answer = await visitor.post(`/api/sharing/authenticate/${token}`, { password })
    if (answer.status !== 200) throw new Error(`unlock: ${answer.status}`)
    return visitor
  },

  /** Calls a route as its row says; `whole` contains all headers and the body. */
  async send(client: Client, route: string, has: Linked): Promise<{ status: number; whole: string }> {
    const [method = 'GET'] = route.split(' ')
    const row = linkCases[route]
    if (!row) throw new Error(`${route} has no row in tests/matrix/link-cases.ts`)
    const { path, body, raw } = row.request(has)
    if (method !== 'GET') await client.get('/api/csrf')
    const answer = await client.fetch(path, {
      method,
      headers: {
        accept: 'application/json',
        ...(raw || body !== undefined ? { 'content-type': raw?.type ?? 'application/json' } : {}),
      },
      ...(raw || body !== undefined ? { body: raw?.body ?? JSON.stringify(body) } : {}),
    })
    return { status: answer.status, whole: `${[...answer.headers].flat().join('\n')}\n${await answer.text()}` }
  },
})
