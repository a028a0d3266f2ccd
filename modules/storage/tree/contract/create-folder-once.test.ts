import t from 'tap'
import { createFolderOnce } from './create-folder-once.ts'
import type { CreateFolder } from './folders.ts'

t.test('a folder whose creation lost its response is the result of the next call for it', async (t) => {
  const sent: CreateFolder[] = []
  const create = (name: string, parent_id: string | null, status: number) =>
    createFolderOnce({ name, parent_id }, async (body) => {
      sent.push(body)
      if (status !== 201) throw Object.assign(new Error('failed'), { status })
      return name
    })
  await t.rejects(create('Plans', null, 422))
  await t.rejects(create('Plans', null, 502))
  t.equal(await create('Plans', 'other', 201), 'Plans')
  t.equal(await create('Plans', null, 201), 'Plans')
  t.equal(await create('Plans', null, 201), 'Plans')
  t.strictSame(
    sent.map(({ on_conflict }) => on_conflict),
    [undefined, undefined, undefined, 'merge', undefined],
  )
})
