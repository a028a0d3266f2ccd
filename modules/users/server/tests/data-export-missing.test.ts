import t from 'tap'
import { signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { downloadExport, prepareExport } from '../../../../tests/support/data-exports.ts'
import { putFile } from '../../../../tests/support/shares.ts'

t.test('export: a file whose content is missing or short is named; the others are there', async (t) => {
  const app = await testApp(t)
  const { db, blobs } = app.coffer.platform
  const owner = await signUp(app)
  const put = async (name: string, content: string) => {
    const { id } = await putFile(owner, name, content)
    const [row] = await db.query<{ key: string }>(
      'select b.key from items i join blobs b on b.id = i.blob_id where i.id = $1',
      [id],
    )
    return { id, key: row?.key as string }
  }
  await put('A whole.txt', 'whole')
  const deleted = await put('B deleted.txt', 'deleted')
  const lost = await put('C lost.txt', 'lost')
  const short = await put('D short.txt', 'as long as it was')
  await put('E whole.txt', 'whole too')
  await blobs.unlink(lost.key)
  await blobs.unlink(short.key)
  await blobs.put(short.key, Buffer.from('as long'))
  await prepareExport(owner)
  const { open } = blobs
  t.teardown(() => {
    blobs.open = open
  })
  blobs.open = async (key, range) => {
    if (key === deleted.key) {
      await owner.client.post('/api/remove', { items: [{ id: deleted.id, type: 'file' }], force_delete: true })
      await blobs.unlink(key)
    }
    return open.call(blobs, key, range)
  }

  const { files } = await downloadExport(t, owner)
  const { 'items.json': _items, 'manifest.json': _manifest, 'missing.json': missing = '', ...rest } = files
  const [lostReason, shortReason] = ['This file’s content is missing.', 'The stored file is damaged']
  t.match(rest, {
    'files/A whole.txt': 'whole',
    'files/C lost.txt.MISSING.txt': lostReason,
    'files/D short.txt.MISSING.txt': new RegExp(shortReason),
    'files/E whole.txt': 'whole too',
  })
  t.same(
    Object.keys(rest).filter((path) => /^files.*(deleted|lost|short)/.test(path)),
    ['files/C lost.txt.MISSING.txt', 'files/D short.txt.MISSING.txt'],
    'none of them has other content, and what was deleted is not missing',
  )
  t.match(JSON.parse(missing), {
    count: 2,
    files: [
      { path: 'files/C lost.txt', reason: lostReason },
      { path: 'files/D short.txt', reason: new RegExp(shortReason) },
    ],
  })
})
