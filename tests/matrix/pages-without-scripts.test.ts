import t from 'tap'
import { anonymous, signUp } from '../support/actors.ts'
import { testApp } from '../support/app.ts'
import { seedFolder } from '../support/seed.ts'
import { makeFolder, makeShare } from '../support/shares.ts'

/** Links and forms of visitors' pages work in browsers without scripts. */
const app = await testApp(t, { pages: true })
const owner = await signUp(app)
const visit = async (path: string) => {
  const { status, headers } = await anonymous(app).fetch(path)
  return [status, headers.get('location')]
}

t.test('shared folder: a page number beyond the last page redirects to it', async (t) => {
  const folder = await makeFolder(owner, 'Shared')
  const { token } = await makeShare(owner, { id: folder, type: 'folder' })
  const path = `/share/${token}/files/${folder}`
  t.strictSame(await visit(`${path}?page=9&display=grid`), [302, `${path}?page=1&display=grid`])
  await seedFolder(app.coffer.platform.db, owner.id, 40, { parent: folder })
  t.strictSame(await visit(`${path}?sort=size&page=3`), [302, `${path}?sort=size&page=2`])
  t.strictSame(await visit(`${path}?page=2`), [200, null])
})

t.test('form for the link of a request: opens it; another text is shown as wrong', async (t) => {
  const token = 'Ab3_defghijklmnopqrs-4'
  const link = encodeURIComponent(` https://coffer.example/request/${token}/upload `)
  t.strictSame(await visit(`/request?link=${link}`), [302, `/request/${token}/upload`])
  t.strictSame(await visit(`/request?link=${token}`), [302, `/request/${token}/upload`])
  const html = async (path: string) => (await anonymous(app).fetch(path)).text()
  const empty = await html('/request')
  t.match(empty, /<form[^>]* action="\/request".*<input[^>]* name="link"/s)
  const wrong = 'This isn’t an upload request link.'
  t.notMatch(empty, wrong)
  const rejected = await html('/request?link=%22nowhere%22')
  t.match(rejected, wrong)
  t.match(rejected, 'value="&quot;nowhere&quot;"')
})
