import t from 'tap'
import { anonymous, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { planOf } from '../../../../tests/support/plans.ts'
import { makeFolder, makeShare, putFile } from '../../../../tests/support/shares.ts'
import type { FolderLevel, Item, Listing } from '../../../storage/contract.ts'
import { openedSql } from '../services/access-log.ts'

const app = await testApp(t)
const owner = await signUp(app)

t.test('access log: lists who opened and downloaded, for the owner only', async (t) => {
  const file = await putFile(owner, 'told.txt', 'told')
  const { token } = await makeShare(owner, file)
  const visitor = anonymous(app)
  const seen = await visitor.get<{ data: Item }>(`/api/sharing/file/${token}`)
  await (await visitor.fetch(seen.body.data.attributes.file_url ?? '')).text()
  const read = () =>
    owner.client.get<{ data: { action: string; completed: boolean; ip: string }[] }>(`/api/share/${token}/log`)
  for (let n = 0; n < 3_000 && !(await read()).body.data[0]?.completed; n++) await new Promise((r) => setTimeout(r, 20))
  const { data } = (await read()).body
  t.same(
    data.map(({ action, completed }) => [action, completed]),
    [
      ['downloaded', true],
      ['opened', true],
    ],
  )
  t.match(data[0]?.ip, /\.0$/)
  t.equal((await (await signUp(app)).client.get(`/api/share/${token}/log`)).status, 404)
})

t.test(
  'shared items: badges in lists, listed with their newest link, access log as CSV without formulas (A64)',
  async (t) => {
    const person = await signUp(app)
    const files = []
    for (const name of ['=cmd.txt', 'b.txt', 'c.txt']) files.push(await putFile(person, name, name))
    const [first, second] = files as [Item, Item, Item]
    const one = await makeShare(person, first)
    await makeShare(person, second)
    await makeShare(person, second)
    const root = await person.client.get<Listing>('/api/browse/folders/all?sort=name&direction=ASC')
    t.same(
      root.body.data.map(
        ({ data }) => (data.relationships.shared as { meta: { links: number } } | undefined)?.meta.links,
      ),
      [1, 2, undefined],
    )
    const names: string[] = []
    for (let cursor = ''; ; ) {
      const page = await person.client.get<Listing>(`/api/browse/share?per_page=1${cursor}`)
      t.equal(page.body.meta.paginate.total, 2)
      names.push(...page.body.data.map(({ data }) => data.attributes.name))
      const { nextCursor } = page.body.meta.paginate
      if (!nextCursor) break
      cursor = `&cursor=${nextCursor}`
    }
    t.same(names, ['b.txt', '=cmd.txt'])
    await (await anonymous(app).fetch(`/file/${first.id}?share=${one.token}`)).text()
    const log = () => person.client.get<string>(`/api/share/${one.token}/log.csv`)
    for (let n = 0; n < 3_000 && !(await log()).body.includes(',yes,'); n++) await new Promise((r) => setTimeout(r, 20))
    const csv = await log()
    t.match(csv.body, /,downloaded,'=cmd\.txt,8,/)
    const qr = await person.client.get<{ data: { svg: string } }>(`/api/share/${one.token}/qr`)
    t.match(qr.body.data.svg, /^<svg/)
  },
)

t.test('folder tree: a shared folder has the badge “shared”, another has none', async (t) => {
  const person = await signUp(app)
  const [plain, shared] = [await makeFolder(person, 'a'), await makeFolder(person, 'b')]
  await makeShare(person, { id: shared, type: 'folder' })
  const { body } = await person.client.get<FolderLevel>('/api/browse/subfolders/all')
  t.strictSame(
    body.data.map(({ id, badges }) => [id, badges]),
    [
      [plain, undefined],
      [shared, ['shared']],
    ],
  )
})

t.test('access log: a visit does not depend on how many a link had before', async (t) => {
  const { db } = app.coffer.platform
  const { id } = await putFile(owner, 'popular.txt', 'popular')
  await makeShare(owner, { id, type: 'file' })
  await db.query(
    `insert into share_access_log (share_id, action, visitor, completed)
     select id, 'opened', md5(n::text), true from shares, generate_series(1, 5000) n where item_id = $1`,
    [id],
  )
  await db.query('analyze share_access_log')
  t.match(await planOf(db, openedSql), /share_access_log_visits_index.*\n.*Index Cond: .*visitor.*occurred_at/)
})
