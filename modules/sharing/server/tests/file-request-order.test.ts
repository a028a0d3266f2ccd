import t from 'tap'
import { anonymous, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { makeFileRequest, sendFile } from '../../../../tests/support/file-requests.ts'
import type { FileRequest } from '../../contract.ts'

const app = await testApp(t)
const at = (token: string) => `/api/file-request/${token}`

t.test('D51 owner: the list of requests sorts and pages like all lists', async (t) => {
  const person = await signUp(app)
  const made = new Map<string, string>()
  // Names compare naturally.
  for (const name of ['plan 10', 'plan 2', 'Plan 1', 'other'])
    made.set(name, (await makeFileRequest(person, { name })).token)
  const other = made.get('other') as string
  await sendFile(anonymous(app), other, 'x.txt', 'xyz')
  await person.client.patch(at(made.get('plan 2') as string), { max_files: 5 })
  interface List {
    data: { data: FileRequest }[]
    meta: { paginate: { currentPage: number; nextCursor: string | null; total: number } }
  }
  const namesBy = async (query: string) => {
    const names: (string | null)[] = []
    for (let [cursor, page] = ['', 1]; ; page += 1) {
      const { body } = await person.client.get<List>(`/api/file-request?per_page=1&${query}${cursor}`)
      names.push(...body.data.map(({ data }) => data.attributes.name))
      t.equal(body.meta.paginate.currentPage, page)
      if (body.meta.paginate.nextCursor === null) return names
      cursor = `&cursor=${body.meta.paginate.nextCursor}`
    }
  }
  const byName = ['other', 'Plan 1', 'plan 2', 'plan 10']
  t.same(await namesBy('sort=name'), byName)
  t.same(await namesBy('sort=NAME&direction=desc'), byName.toReversed())
  t.same(await namesBy('direction=ASC'), ['plan 10', 'plan 2', 'Plan 1', 'other'])
  t.equal((await namesBy('sort=size'))[0], 'other')
  t.equal((await namesBy('sort=updated_at'))[0], 'plan 2')
  const { body } = await person.client.get<List>('/api/file-request?per_page=1&sort=name')
  const cursor = `cursor=${body.meta.paginate.nextCursor}`
  t.equal((await person.client.get(`/api/file-request?sort=name&${cursor}`)).status, 200)
  t.equal((await person.client.get(`/api/file-request?${cursor}`)).status, 422, 'a cursor belongs to one order')
  t.equal((await person.client.get('/api/file-request?sort=nothing')).status, 422)

  const db = app.coffer.platform.db
  await person.client.post(at(other), { _method: 'delete' })
  await db.query(`update file_requests set expires_at = now() - interval '1 minute' where name = 'plan 2'`)
  await makeFileRequest(person, { title: 'Übersicht', emails: ['lea@example.org'] })
  const { data } = (await person.client.get<List>('/api/file-request?search=other')).body
  const folder = data[0]?.data.relationships.folder?.data.id
  t.equal((await person.client.patch(`/api/rename/${folder}`, { name: 'Sommer 100%' })).status, 200)
  t.same(await namesBy('status=filled'), ['other'])
  t.same(await namesBy('status=expired'), ['plan 2'], 'a deadline that has just passed')
  t.same(await namesBy('status=active&sort=name&search=PLAN'), ['Plan 1', 'plan 10'])
  t.same(await namesBy('search=ubersicht'), [null])
  t.same(await namesBy('search=lea%40example'), [null])
  t.same(await namesBy('search=100%25'), ['other'], 'the present name of its folder')
  t.same(await namesBy('search=1_'), [])
  for (const sign of ['％', '[', '"', ','])
    t.same(await namesBy(`search=${encodeURIComponent(sign)}`), sign === '％' ? ['other'] : [], sign)
  await makeFileRequest(person, { title: 'Steuer', emails: ['lea@müller.example', 'bo@example.org'] })
  for (const text of ['lea@müller.example', 'xn--mller', 'bo@example']) {
    const found = (await person.client.get<List>(`/api/file-request?search=${encodeURIComponent(text)}`)).body
    t.same(
      found.data.map(({ data }) => data.attributes.title),
      ['Steuer'],
      text,
    )
  }
  const { meta } = (await person.client.get<List>('/api/file-request?search=plan&per_page=2')).body
  t.match(meta.paginate, { total: 3, lastPage: 2 })
  t.equal((await person.client.get('/api/file-request?status=closed')).status, 422)
})
