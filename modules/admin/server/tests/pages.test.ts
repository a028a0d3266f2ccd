import t from 'tap'
import { anonymous } from '../../../../tests/support/actors.ts'
import { newAdmin } from '../../../../tests/support/admins.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { failWrites } from '../../../../tests/support/failing-writes.ts'
import type { AdminPage } from '../../contract.ts'

t.test(
  'pages: title, content and visibility change what visitors read; an empty text returns to the default',
  async (t) => {
    const app = await testApp(t)
    const admin = await newAdmin(app)
    const path = '/api/admin/pages/cookie-policy'
    const change = (name: string, value: unknown) => admin.client.patch<{ data: AdminPage }>(path, { name, value })
    const read = () => anonymous(app).get<{ data: { attributes: Record<string, string> } }>('/api/page/cookie-policy')
    const before = (await read()).body.data.attributes

    const list = (await admin.client.get<{ data: { data: AdminPage }[]; meta: unknown }>('/api/admin/pages')).body
    t.match(list, {
      data: [{ data: { id: 'terms-of-service', type: 'page', attributes: { visibility: true, own: { title: '' } } } }],
      meta: { paginate: { currentPage: 1, lastPage: 1, total: 3, nextCursor: null } },
    })
    const slugs = async (query: string) =>
      (await admin.client.get<{ data: { data: AdminPage }[] }>(`/api/admin/pages?${query}`)).body.data.map(
        ({ data }) => data.id,
      )
    const sorted = ['cookie-policy', 'privacy-policy', 'terms-of-service']
    t.strictSame(await slugs('sort=slug'), sorted)
    t.strictSame(await slugs('sort=slug&direction=desc'), sorted.toReversed())
    t.strictSame(
      [await slugs('page=1'), await slugs('page=2')].map(({ length }) => length),
      [3, 0],
    )
    t.equal((await admin.client.get('/api/admin/pages?sort=size')).status, 422)
    t.match((await change('title', ' Our cookies ')).body.data, {
      id: 'cookie-policy',
      attributes: { title: 'Our cookies', own: { title: 'Our cookies' }, visibility: true },
    })
    await change('content', '# Hello\n<script>alert(1)</script>')
    const { title, content_formatted } = (await read()).body.data.attributes
    t.equal(title, 'Our cookies')
    t.match(content_formatted, /Hello/)
    t.notMatch(content_formatted, /<script/)

    const { versions } = (await admin.client.get<{ data: AdminPage }>(path)).body.data.attributes
    const replace = (value: string) =>
      admin.client.patch<{ data: AdminPage }>(path, { name: 'content', value, version: versions.content })
    await change('title', 'Cookies')
    t.match(
      await replace('# Second'),
      { status: 200, body: { data: { attributes: { content: '# Second' } } } },
      'of another field',
    )
    t.match(await replace('# Third'), { status: 409, body: { code: 'page-changed' } })
    t.match((await admin.client.get(path)).body, { data: { attributes: { title: 'Cookies', content: '# Second' } } })

    const inGerman = { name: 'title', value: 'Unsere Kekse', locale: 'de' }
    t.match((await admin.client.patch(path, inGerman)).body, {
      data: { attributes: { title: 'Unsere Kekse', content: '# Second', locale: 'en', written: ['de', 'en'] } },
    })
    t.match((await admin.client.get(path)).body, { data: { attributes: { title: 'Cookies' } } })
    t.match((await admin.client.get(`${path}?locale=de`)).body, {
      data: { attributes: { own: { title: 'Unsere Kekse', content: '' }, default_content: /Cookies nur/ } },
    })
    for (const { status } of [
      await admin.client.get(`${path}?locale=xx`),
      await admin.client.patch(path, { ...inGerman, locale: 'xx' }),
    ])
      t.equal(status, 404, 'not offered')
    await admin.client.patch(path, { ...inGerman, value: '' })

    await change('visibility', false)
    t.equal((await read()).status, 404)
    t.equal((await admin.client.get(path)).status, 200)
    const form = new FormData()
    for (const [name, value] of Object.entries({ _method: 'patch', name: 'visibility', value: 'true' }))
      form.set(name, value)
    t.equal((await admin.client.fetch(path, { method: 'POST', body: form })).status, 200, 'as a form')
    t.equal((await read()).status, 200)
    for (const value of [0, '1', 'false', 1])
      t.match(await change('visibility', value), {
        body: { data: { attributes: { visibility: Boolean(Number(value)) } } },
      })
    await change('title', '')
    await change('content', '')
    t.same((await read()).body.data.attributes, before)
    for (const [name, value] of [
      ['title', 'two\nlines'],
      ['title', true],
      ['visibility', 'yes'],
    ] as const)
      t.match(await change(name, value), { status: 422, body: { errors: { value: [/\w/] } } })
    t.equal((await admin.client.patch('/api/admin/pages/other', { name: 'title', value: 'x' })).status, 404)
  },
)

t.test('pages: none is changed without an entry in the audit log', async (t) => {
  const app = await testApp(t)
  const { client } = await newAdmin(app)
  const path = '/api/admin/pages/cookie-policy'
  const before = (await client.get(path)).body
  const stop = await failWrites(app.coffer.platform.db, 'audit_log')
  for (const change of [
    { name: 'title', value: 'Unrecorded' },
    { name: 'content', value: 'Unrecorded', locale: 'de' },
    { name: 'visibility', value: false },
  ])
    t.equal((await client.patch(path, change)).status, 500)
  await stop()
  t.same((await client.get(path)).body, before)
})
