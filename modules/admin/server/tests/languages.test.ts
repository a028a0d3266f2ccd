import t from 'tap'
import { anonymous, signUp } from '../../../../tests/support/actors.ts'
import { newAdmin } from '../../../../tests/support/admins.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { failWrites } from '../../../../tests/support/failing-writes.ts'
import { mailed } from '../../../../tests/support/mail-folder.ts'
import { eventually } from '../../../../tests/support/poll.ts'
import type { Language, LanguageStrings } from '../../contract.ts'

const app = await testApp(t, { env: { API_RATE_LIMIT: '0,0' } })
const other = await testApp(t, { db: app.db, dataDir: app.dataDir, env: { API_RATE_LIMIT: '0,0' } })
const { client } = await newAdmin(app)

interface ReaderOfNotifications {
  data: { relationships: { unreadNotifications: { data: { data: { attributes: { title: string } } }[] } } }
}
type Texts = Record<string, string>
const list = async () =>
  (await client.get<{ data: { data: Language }[] }>('/api/admin/languages')).body.data.map(({ data }) => data)
const attributesOf = async (id: string) => (await list()).find((language) => language.id === id)?.attributes
const texts = async (locale: string, at = app) => (await anonymous(at).get<Texts>(`/translations/${locale}`)).body
const versionOf = async (locale: string, at = app) =>
  (await anonymous(at).get<{ messagesVersion: string }>(`/api/config?lang=${locale}`)).body.messagesVersion
const save = (id: string, name: string, value: string) =>
  client.patch(`/api/admin/languages/${id}/strings`, { name, value })
const strings = async (id: string, query: string) =>
  (await client.get<LanguageStrings>(`/api/admin/languages/${id}/strings?${query}`)).body

t.test(
  'languages: a changed text is used by every process under a new version, and reset to the shipped one',
  async (t) => {
    const key = 'site:page.contact.title'
    const before = await texts('de')
    const versions = [await versionOf('en'), await versionOf('de')]
    t.equal((await save('de', key, 'Schreib uns')).status, 200)
    t.equal((await texts('de'))[key], 'Schreib uns')
    await eventually(t, async () => (await texts('de', other))[key], 'Schreib uns', 'in the other process')
    t.not(await versionOf('de'), versions[1])
    t.equal(await versionOf('de', other), await versionOf('de'), 'the same version in both')
    t.equal(await versionOf('en'), versions[0], 'other languages keep theirs')
    t.match(await attributesOf('de'), { changed: 1, missing: 0, shipped: true })
    await save('de', key, '')
    t.same(await texts('de'), before)
    t.equal(await versionOf('de'), versions[1])
  },
)

t.test('languages: a new language is English where it has no text, in pages, errors and emails too', async (t) => {
  const created = await client.post<{ data: Language }>('/api/admin/languages', { locale: 'SK', name: 'Slovenčina' })
  t.match(created, { status: 201, body: { data: { id: 'sk', attributes: { name: 'Slovenčina', shipped: false } } } })
  const english = await texts('en')
  t.equal((await texts('sk'))['site:page.contact.title'], english['site:page.contact.title'])
  t.equal((await texts('sk'))['storage:shared.title_few'], english['storage:shared.title_other'], 'forms of Slovak')
  await save('sk', 'storage:shared.title_other', '{{count}} súborov')
  t.equal((await texts('sk'))['storage:shared.title_few'], '{{count}} súborov', 'a missing form is its form “other”')
  await save('sk', 'platform:error.not-found', 'Nenašlo sa.')
  const missing = await anonymous(app).fetch('/api/nothing', { headers: { 'accept-language': 'sk' } })
  t.match(await missing.json(), { message: 'Nenašlo sa.' })
  await eventually(t, async () => (await texts('sk', other))['platform:error.not-found'], 'Nenašlo sa.')

  const { email, client: own } = await signUp(other)
  t.equal((await own.patch('/api/user/settings', { name: 'locale', value: 'sk' })).status, 200)
  await save('sk', 'users:mail.reset.subject', 'Nové heslo: {{app}}')
  await eventually(t, async () => (await texts('sk', other))['users:mail.reset.subject'], 'Nové heslo: {{app}}')
  await anonymous(other).post('/api/password/recover', { email })
  t.equal(await mailed(app.dataDir, email, ({ subject }) => subject), 'Nové heslo: Coffer')
})

t.test('languages: keys, placeholders and contents are checked', async (t) => {
  const rejected: [key: string, value: string, code: string][] = [
    ['storage:none.such', 'x', 'language-key-unknown'],
    ['storage:shared.title', 'x', 'language-key-unknown'],
    ['constructor', 'x', 'language-key-unknown'],
    ['admin:users.range', '{{from}} bis {{bis}}', 'language-placeholders'],
    ['admin:users.range', 'ohne', 'language-placeholders'],
    ['site:page.contact.title', 'Kontakt {{name}}', 'language-placeholders'],
    ['site:page.contact.title', '$t(users:mail.reset.subject)', 'language-text-invalid'],
    ['users:mail.reset.subject', 'a\r\nBcc: x@example.org', 'language-text-invalid'],
  ]
  for (const [key, value, code] of rejected)
    t.match(
      await save('de', key, value),
      { status: 422, body: { code, errors: { [code.endsWith('unknown') ? 'name' : 'value']: [/\w/] } } },
      `${key}: ${value}`,
    )
  t.equal((await save('de', 'storage:shared.title_one', 'Eine Datei')).status, 200, 'one may leave the number out')
  t.equal((await save('xx', 'site:page.contact.title', 'x')).status, 404)
  for (const [locale, code] of [
    ['../en', 'language-invalid'],
    ['x', 'language-invalid'],
    ['de', 'language-exists'],
  ])
    t.match(await client.post('/api/admin/languages', { locale, name: 'X' }), { status: 422, body: { code } })
})

t.test('languages: texts are searched, filtered and paged; JSON goes out and in', async (t) => {
  const all = await strings('sk', '')
  t.ok(all.meta.total > 2_300, `${all.meta.total} texts`)
  t.equal(all.data.length, 50)
  const last = await strings('sk', `page=${Math.ceil(all.meta.total / 50)}`)
  t.equal(last.data.length, all.meta.total % 50 || 50)
  const changed = await strings('sk', 'filter=changed')
  t.equal(changed.meta.total, (await attributesOf('sk'))?.changed)
  t.equal((await strings('sk', 'filter=missing')).meta.total, (await attributesOf('sk'))?.missing)
  const found = await strings('sk', 'search=NENASLO%20SA')
  t.match(found.data, [{ key: 'platform:error.not-found', value: 'Nenašlo sa.', shipped: null }])
  t.match((await strings('de', 'search=Contact%20us')).data[0], { reference: /Contact us/i })

  const file = await client.fetch('/api/admin/languages/sk/export')
  t.match(file.headers.get('content-disposition'), 'sk.json')
  const exported = (await file.json()) as Texts
  t.equal(exported['platform:error.not-found'], 'Nenašlo sa.')
  const german = (await (await client.fetch('/api/admin/languages/de/export')).json()) as Texts
  const translations = {
    ...Object.fromEntries(Object.entries(german).filter(([key]) => key.startsWith('site:'))),
    'site:page.contact.title': 'Kontakt',
    'admin:users.range': 'ohne',
    'none:such': 'x',
  }
  const { body } = await client.post<{ data: { imported: number; rejected: { key: string }[] } }>(
    '/api/admin/languages/sk/import',
    { translations },
  )
  t.equal(body.data.imported, Object.keys(translations).length - 2)
  t.strictSame(body.data.rejected.map(({ key }) => key).sort(), ['admin:users.range', 'none:such'])
  t.equal((await texts('sk'))['site:page.contact.title'], 'Kontakt')
})

t.test(
  'languages: the next page goes on after the last text, though those before it are no longer found',
  async (t) => {
    const missing = (cursor: string | null) =>
      strings('sk', `filter=missing&cursor=${encodeURIComponent(cursor ?? '')}`)
    const first = await strings('sk', 'filter=missing')
    const [second, third] = [await missing(first.meta.next_cursor), await strings('sk', 'filter=missing&page=3')]
    const keys = ({ data }: LanguageStrings) => data.map(({ key }) => key)
    t.strictSame(keys(second), keys(await strings('sk', 'filter=missing&page=2')))
    t.match(second.meta, { from: 50, page: 2, next_cursor: /./ })
    t.strictSame(keys(await missing(second.meta.prev_cursor)), keys(first))
    const translations = Object.fromEntries(first.data.slice(1).map(({ key, reference }) => [key, reference]))
    await client.post('/api/admin/languages/sk/import', { translations })
    const next = await missing(first.meta.next_cursor)
    t.strictSame(keys(next), keys(second))
    t.match(next.meta, { from: 1, total: first.meta.total - 49 })
    t.equal(keys(await missing(next.meta.prev_cursor))[0], keys(first)[0], 'the one that was left out comes before it')
    t.strictSame(keys(await missing(next.meta.next_cursor)), keys(third))
    t.equal((await client.get('/api/admin/languages/sk/strings?cursor=nothing')).status, 422)
  },
)

t.test('languages: a variant is shown in its language where it has no text', async (t) => {
  const created = await client.post<{ data: Language }>('/api/admin/languages', {
    locale: 'de-AT',
    name: 'Deutsch (AT)',
  })
  t.match(created, { status: 201, body: { data: { attributes: { missing: 0, shipped: false } } } })
  const german = await texts('de')
  t.same(await texts('de-AT'), german)
  const [listed] = (await strings('de-AT', 'search=site%3Apage.contact.title')).data
  t.match(listed, { value: null, base: german['site:page.contact.title'], reference: 'Contact us' })
  await save('de-AT', 'site:page.contact.title', 'Servus')
  t.equal((await texts('de-AT'))['site:page.contact.title'], 'Servus')
  t.equal((await client.delete('/api/admin/languages/de-AT')).status, 200)
})

t.test(
  'languages: a stored text with the placeholders of an earlier version is not used, and listed as outdated',
  async (t) => {
    const key = 'notifications:text.paymentFailed.description'
    const shipped = (await texts('de'))[key]
    const { db, languages } = app.coffer.platform
    await db.transaction((tx) => languages.setTexts(tx, 'de', new Map([[key, 'Für {{before}} {{amount}}']])))
    await languages.reload()
    t.equal((await texts('de'))[key], shipped)
    t.match(await attributesOf('de'), { outdated: 1 })
    const { data } = await strings('de', 'filter=outdated')
    t.match(data, [{ key, value: 'Für {{before}} {{amount}}', shipped, outdated: true }])
    await save('de', key, '')
    t.match(await attributesOf('de'), { outdated: 0 })
    t.equal((await strings('de', 'filter=outdated')).meta.total, 0)
  },
)

t.test('languages: renamed, made the default and deleted; English stays', async (t) => {
  await client.patch('/api/admin/languages/sk', { name: 'name', value: 'Slovenčina (SK)' })
  t.equal((await attributesOf('sk'))?.name, 'Slovenčina (SK)')
  t.equal((await client.patch('/api/admin/settings', { name: 'language', value: 'xx' })).status, 422)
  t.equal((await client.patch('/api/admin/settings', { name: 'language', value: 'sk' })).status, 200)
  const localeOfVisitor = async (at = app) => (await anonymous(at).get<{ locale: string }>('/api/config')).body.locale
  for (const at of [app, other]) {
    await texts('en', at)
    await eventually(t, () => localeOfVisitor(at), 'sk', 'for visitors without a language')
  }
  t.match(await client.delete('/api/admin/languages/en'), { status: 422, body: { code: 'language-required' } })
  t.equal((await client.delete('/api/admin/languages/sk')).status, 200)
  const english = await texts('en')
  t.same(await texts('sk'), english)
  await eventually(t, async () => JSON.stringify(await texts('sk', other)), JSON.stringify(english))
  t.match(await attributesOf('en'), { is_default: true })
  const reader = await signUp(app)
  t.equal((await reader.client.patch('/api/user/settings', { name: 'locale', value: 'fr' })).status, 200)
  await client.patch('/api/admin/settings', { name: 'language', value: 'es' })
  t.equal((await client.delete('/api/admin/languages/fr')).status, 200)
  await app.coffer.notifications.create({ userId: reader.id, category: 'gift', template: 'remoteUploadDone' })
  const spanish = (await texts('es'))['notifications:text.remoteUploadDone.title']
  const { body } = await reader.client.get<ReaderOfNotifications>('/api/user')
  t.equal(body.data.relationships.unreadNotifications.data[0]?.data.attributes.title, spanish)
  const config = await reader.client.get<{ locale: string }>('/api/config', { headers: { 'accept-language': 'it' } })
  t.equal(
    config.body.locale,
    'es',
    'readers of a deleted language get the installation’s, whatever their browser asks for',
  )
  await client.patch('/api/admin/settings', { name: 'language', value: 'en' })

  t.equal((await client.delete('/api/admin/languages/de')).status, 200, 'a shipped one is no longer offered')
  t.equal(await attributesOf('de'), undefined)
  await client.post('/api/admin/languages', { locale: 'de', name: 'Deutsch' })
  t.match(await attributesOf('de'), { changed: 0, missing: 0 }, 'its shipped texts are back')
  t.equal((await client.get('/api/admin/languages/sk')).status, 404)
})

t.test('languages: nothing is changed without an entry in the audit log', async (t) => {
  await client.post('/api/admin/languages', { locale: 'nl', name: 'Nederlands' })
  await save('nl', 'site:page.contact.title', 'Schrijf ons')
  const before = [await list(), await texts('nl')]
  const stop = await failWrites(app.coffer.platform.db, 'audit_log')
  const path = '/api/admin/languages/nl'
  const answers = [
    await client.post('/api/admin/languages', { locale: 'fi', name: 'Suomi' }),
    await client.patch(path, { name: 'name', value: 'Vlaams' }),
    await save('nl', 'site:page.contact.title', 'Contact'),
    await client.post(`${path}/import`, { translations: { 'site:page.contact.title': 'Contact' } }),
    await client.delete(path),
  ]
  await stop()
  t.same(
    answers.map(({ status }) => status),
    [500, 500, 500, 500, 500],
  )
  t.same([await list(), await texts('nl')], before)
})
