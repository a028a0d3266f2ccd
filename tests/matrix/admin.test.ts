import { randomUUID } from 'node:crypto'
import t from 'tap'
import type { EndpointSpec } from '../../modules/shared/contract.ts'
import { type Actor, anonymous, confirmPassword, createAccount, signUp } from '../support/actors.ts'
import { testApp } from '../support/app.ts'
import type { Client } from '../support/client.ts'
import { pageFolders } from '../support/page-folders.ts'
import { sendAccessCase } from './send.ts'

const app = await testApp(t, { pages: true, env: { API_RATE_LIMIT: '0,0' } })
const { db } = app.coffer.platform
const canary = `Canary ${randomUUID()}`

const promote = async (actor: Actor): Promise<Actor> => {
  await db.query(`update users set role = 'admin' where id = $1`, [actor.id])
  app.coffer.users.invalidate(actor.id)
  return actor
}
const admin = await promote(await signUp(app, { name: canary }))
const user = await createAccount(app)
const withToken = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
/** A personal token of the administrator. */
const tokenOf = async (scopes: string[]): Promise<string> => {
  await confirmPassword(admin)
  const { body } = await admin.client.post<{ plainTextToken: string }>('/api/user/tokens', { name: 'program', scopes })
  await db.query('update sessions set password_confirmed_at = null')
  return body.plainTextToken
}
const limitedToken = await tokenOf(['read', 'write'])
const fullToken = await tokenOf(['read', 'write', 'account'])

/** The request with an unknown id in each gap of the path. */
const requestOf = ({ path }: EndpointSpec) => ({
  path: path.replace(/:(\w+)/g, (_, name: string) => (name === 'id' && path.includes('/jobs/') ? '1' : randomUUID())),
})

const specs = [...app.coffer.app.served.values()].filter(
  ({ access, path }) => access === 'admin' || path.startsWith('/api/admin'),
)

t.test('A67: every admin call rejects everybody but administrators', async (t) => {
  t.ok(specs.length >= 5, `${specs.length} calls`)
  for (const spec of specs) {
    const { method, path } = requestOf(spec) && { method: spec.method, ...requestOf(spec) }
    const name = `${method} ${spec.path}`
    t.equal(spec.access, 'admin', name)
    const rejected: [string, Client, number][] = [
      ['anonymous', anonymous(app), 401],
      ['a user', user.client, 403],
    ]
    for (const [who, client, status] of rejected) {
      const answer = await sendAccessCase(client, method, { path })
      t.equal(answer.status, status, `${name}: ${who}`)
      t.notOk(answer.whole.includes(canary), `${name}: nothing leaks to ${who}`)
    }
    for (const token of [user.token, limitedToken]) {
      const answer = await anonymous(app).fetch(path, { method, ...withToken(token) })
      t.equal(answer.status, 403, `${name}: a token without the role or the scope`)
    }
    const answer = await sendAccessCase(admin.client, method, { path })
    t.ok(answer.status < 500 && ![401, 403].includes(answer.status), `${name}: the administrator got ${answer.status}`)
  }
})

const { body: created } = await admin.client.post<{ data: { id: string } }>('/api/subscriptions/admin/plans', {
  type: 'fixed',
  name: canary,
  currency: 'USD',
  amount: '9',
  interval: 'month',
  features: { max_storage_amount: 1, max_team_members: 1 },
})
const plan = created.data.id

/** URLs of a page by its folder: gaps hold the administrator's id. */
const pathOf = (folder: string) =>
  folder
    .replace('modules/admin/pages', '')
    .replace('/legal-pages', '/pages')
    .replace('@slug', 'cookie-policy')
    .replace('plan/@id/@type', `plan/${plan}/fixed`)
    .replace(/@\w+/g, admin.id)

t.test('A67: every admin page is hidden from everybody but administrators', async (t) => {
  const pages = pageFolders().filter((folder) => folder.startsWith('modules/admin/'))
  t.ok(pages.length >= 2, `${pages.length} pages`)
  for (const path of pages.map(pathOf)) {
    for (const url of [path, `${path}/index.pageContext.json`]) {
      const [forUser, forVisitor] = [await user.client.fetch(url), await anonymous(app).fetch(url)]
      const text = await forUser.text()
      t.equal(url === path ? forUser.status : 404, 404, `${url}: a user gets 404`)
      t.notOk(text.includes(canary) || text.includes('admin:'), `${url}: nothing leaks to a user`)
      t.notOk((await forVisitor.text()).includes(canary), `${url}: nothing leaks to visitors`)
      for (const token of [limitedToken, fullToken]) {
        const forProgram = await anonymous(app).fetch(url, withToken(token))
        t.notOk((await forProgram.text()).includes(canary), `${url}: nothing leaks to tokens, whatever their scopes`)
      }
    }
    const visitor = await anonymous(app).fetch(path)
    t.match(visitor.headers.get('location'), /^\/sign-in\?redirect=/, `${path}: visitors sign in first`)
    const shown = await admin.client.fetch(path)
    t.equal(shown.status, 200, `${path}: shown to administrators`)
    t.ok((await shown.text()).includes(canary), path)
  }
})

t.test(
  'A67: pages of an account are for its sessions; a token, whatever its scopes, is asked to sign in',
  async (t) => {
    for (const token of [limitedToken, fullToken])
      for (const path of ['/user/settings/password', '/user/profile', '/platform/files', '/admin/users']) {
        const page = await anonymous(app).fetch(path, withToken(token))
        t.equal(page.status, 302, path)
        t.match(page.headers.get('location'), /^\/sign-in\?redirect=/, path)
        const data = await (await anonymous(app).fetch(`${path}/index.pageContext.json`, withToken(token))).text()
        t.notOk(data.includes(admin.email), `${path}: nothing leaks`)
      }
  },
)
