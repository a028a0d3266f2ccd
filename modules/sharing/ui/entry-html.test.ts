import t from 'tap'
import { anonymous, signUp } from '../../../tests/support/actors.ts'
import { testApp } from '../../../tests/support/app.ts'
import { makeFolder, makeShare, putFile } from '../../../tests/support/shares.ts'

const app = await testApp(t, { pages: true })
const { db } = app.coffer.platform
const owner = await signUp(app)

const rowsOf = async (path: string): Promise<string[]> => {
  // Any mutating request empties the page cache.
  await anonymous(app).fetch('/api/nothing', { method: 'POST' })
  const html = await (await anonymous(app).fetch(path)).text()
  const [, rows = ''] = /<div role="rowgroup" class="share-rows">([\s\S]*?)<div class="mt-5/.exec(html) ?? []
  return rows.split('<div role="row"').slice(1)
}

t.test('rows of a link: templates yield what React renders, for every shape and awkward names', async (t) => {
  const folder = await makeFolder(owner, 'Awkward')
  const names = [
    `a & "b" <i> 'c'.txt`,
    'slot0name0slot.jpg',
    '$& $1 {{name}} ?#%.pdf',
    '旅行 😀.zip',
    '!undefined',
    '<!-- -->.mp4',
  ]
  for (const name of names) await putFile(owner, name, 'content', folder)
  await makeFolder(owner, 'Plain & "quoted"', folder)
  const colored = await makeFolder(owner, 'Coloured', folder)
  await db.query(`update items set color = 'red' where id = $1`, [colored])
  const last = await makeFolder(owner, 'zz last folder', folder)
  const setPictures = (status: string) =>
    db.query(
      `update blobs set thumbnail_status = $1 where id in (select blob_id from items where parent_id = $2 and name like '%.jpg')`,
      [status, folder],
    )
  const setEmoji = (emoji: string | null) => db.query('update items set emoji = $2::jsonb where id = $1', [last, emoji])
  for (const download of [true, false]) {
    const { token } = await makeShare(owner, { id: folder, type: 'folder' }, { download })
    for (const status of ['ready', 'pending', 'none'])
      for (const query of ['', '?display=grid&sort=size&direction=DESC']) {
        const path = `/share/${token}/files${query}`
        await setPictures(status)
        await rowsOf(path)
        const filled = await rowsOf(path)
        // An emoji has the whole list rendered by React.
        await setEmoji('{"char":"🎉"}')
        const rendered = await rowsOf(path)
        await setEmoji(null)
        t.equal(filled.length, names.length + 3)
        const other = filled.findIndex((row) => row.includes('zz last folder'))
        t.not(filled[other], rendered[other], 'the last folder shows its emoji')
        t.strictSame(filled.toSpliced(other, 1), rendered.toSpliced(other, 1), `${status} ${query} ${download}`)
      }
  }
})
