import { existsSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { PageContext } from 'vike/types'
import { readLocales } from '../../../tests/check/locales.ts'
import { loadComponents } from '../../../tests/support/components.ts'
import { settingPages } from '../contract.ts'
import type { searchEntries as entries } from './search-entries.ts'

const root = join(import.meta.dirname, '../../..')
const { searchEntries } = await loadComponents<{ searchEntries: typeof entries }>(t, [
  'modules/admin/ui/search-entries.ts',
])
const of = (engine: PageContext['engine'], { hasFixedSubscriptions = false } = {}) =>
  searchEntries({ engine, hasFixedSubscriptions } as PageContext)

t.test('search dialog of administrators: every page, every page of settings and every group, each once', async (t) => {
  const found = of('fixed')
  const hrefs = found.map(({ href }) => href)
  for (const [page, groups] of Object.entries(settingPages)) {
    const path = `/admin/${page === 'payments' || page === 'billings' ? 'payments' : 'settings'}/${page}`
    for (const href of [path, ...groups.map(({ id }) => `${path}#${id}`)]) t.ok(hrefs.includes(href), href)
  }
  for (const name of ['users', 'plans', 'invoices', 'subscriptions', 'audit', 'jobs', 'reports', 'pages', 'language'])
    t.ok(hrefs.includes(`/admin/${name}`), name)
  t.equal(new Set(found.map(({ id }) => id)).size, found.length, 'each id once')
})

t.test('search dialog of administrators: each entry leads to a page that exists and has its texts', async (t) => {
  const english = readLocales(root).get('en')
  for (const { href, labelKeys, wordKeys } of of('metered')) {
    const folder = href.replace(/#.*/, '').replace('/admin/pages', '/admin/legal-pages')
    t.ok(existsSync(join(root, 'modules/admin/pages', folder, '+Page.tsx')), folder)
    for (const key of [...labelKeys, ...wordKeys]) t.ok(english?.has(key), key)
  }
})

t.test('search dialog of administrators: without subscriptions nothing of payments', async (t) => {
  t.strictSame(
    of('none').filter(({ href }) => /payments|plans|invoices|subscriptions/.test(href)),
    [],
  )
})

t.test('search dialog of administrators: fixed subscriptions are found as long as there are any', async (t) => {
  const finds = (...context: Parameters<typeof of>) =>
    of(...context).some(({ href }) => href === '/admin/subscriptions')
  t.strictSame([finds('fixed'), finds('metered'), finds('none')], [true, false, false])
  t.strictSame(
    [finds('metered', { hasFixedSubscriptions: true }), finds('none', { hasFixedSubscriptions: true })],
    [true, true],
  )
})
