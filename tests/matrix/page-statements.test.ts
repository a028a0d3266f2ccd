import t from 'tap'
import { anonymous, signUp } from '../support/actors.ts'
import { testApp } from '../support/app.ts'
import type { Client } from '../support/client.ts'
import { makeFolder, makeShare, putFile } from '../support/shares.ts'

const app = await testApp(t, { pages: true, env: { API_RATE_LIMIT: '0,0' } })
// Its job would read the uploaded files during one of the pages.
await app.coffer.platform.settings.set({ content_search: false })
const owner = await signUp(app)
const outer = await makeFolder(owner, 'Outer')
const folder = await makeFolder(owner, 'Photos', outer)
for (const name of ['One.txt', 'Two.txt']) await putFile(owner, name, 'content', folder)
const { token } = await makeShare(owner, { id: folder, type: 'folder' })

/** Statements that notify other tabs of earlier requests, and statements of caches that several pages share. */
const ofOthers = /^(realtime-|teams\.|platform\.languages|site\.page-titles|select \* from "settings")/

/** Each has its own URL: a rendered page is kept for a second. */
let requests = 0

/** Names of the statements of the page, the third time that it is asked for: Vike renders it the first time. */
const statementsOf = async (client: Client, path: string): Promise<string[]> => {
  const { db } = app.coffer.platform
  const { query, pool } = db
  const send = pool.query
  const names: string[] = []
  for (const _time of ['first', 'second', 'third']) {
    names.length = 0
    requests += 1
    db.query = (text, values, name) => {
      names.push(name ?? text)
      return query.call(db, text, values, name) as never
    }
    // Those of the builder.
    pool.query = ((statement: { name?: string; text: string }, ...more: unknown[]) => {
      if (!names.includes(statement.name ?? statement.text)) names.push(statement.name ?? statement.text)
      return (send as (...given: unknown[]) => unknown).call(pool, statement, ...more)
    }) as typeof pool.query
    const { status } = await client.fetch(`${path}?n=${requests}`).finally(() => {
      Object.assign(db, { query })
      pool.query = send
    })
    t.equal(status, 200, path)
  }
  return names.filter((name) => !ofOthers.test(name)).sort()
}

t.test('a page of a link asks each question once', async (t) => {
  t.strictSame(await statementsOf(anonymous(app), `/share/${token}/files`), [
    'account-by-id',
    'sharing.by-token',
    'storage.find-item',
    'storage.list-page.child.name.ASC.31',
  ])
})

t.test(
  'what an account owes is one statement of a page, whichever the engine; what it may do is not asked for each thing',
  async (t) => {
    const { settings } = app.coffer.platform
    const ofBilling = async () =>
      (await statementsOf(owner.client, '/platform/files')).filter((name) => name.startsWith('billing.'))
    await settings.set({ subscription_type: 'fixed' })
    t.strictSame(await ofBilling(), ['billing.account-standing', 'billing.plan-limits'])
    await settings.set({ subscription_type: 'metered' })
    t.strictSame(await ofBilling(), [
      'billing.account-standing',
      'billing.block',
      'billing.capped',
      'billing.current-subscription',
      'billing.plan-limits',
    ])
    await settings.set({ subscription_type: 'none' })
  },
)

t.test('a page of files asks each question once, also for the tree and its badges', async (t) => {
  t.strictSame(await statementsOf(owner.client, '/platform/files'), [
    'account-by-id',
    'billing.account-standing',
    'sharing.newest-of',
    'storage.favorites',
    'storage.list-page.root.created_at.DESC.31',
    'storage.list-page.top.name.ASC.d.start.a.tree.201',
    'storage.total.root_count',
    'storage.usage-and-views',
  ])
  t.strictSame(await statementsOf(owner.client, `/platform/files/${folder}`), [
    'account-by-id',
    'billing.account-standing',
    'sharing.newest-of',
    'storage.favorites',
    'storage.find-item',
    'storage.list-page.child.created_at.DESC.31',
    'storage.list-page.child.name.ASC.d.start.a.tree.201',
    'storage.list-page.top.name.ASC.d.start.a.tree.201',
    'storage.usage-and-views',
  ])
})
