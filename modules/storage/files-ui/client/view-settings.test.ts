import t from 'tap'
import { resolveView, sortQueryOf } from './view-settings.ts'

t.test('views: the trash begins with the last deleted, whatever order the files have', async (t) => {
  const byName = { field: 'name', direction: 'ASC' } as const
  const trash = { section: 'trash', id: null } as const
  const inherited = resolveView({ files: { sorting: byName } }, trash).sorting
  t.same(inherited, { field: 'deleted_at', direction: 'DESC' })
  t.same(sortQueryOf(inherited), { direction: 'DESC' }, 'the order of the list itself')
  t.same(resolveView({ trash: { sorting: byName } }, trash).sorting, byName, 'unless it has another of its own')
})

t.test('views: a folder in the trash is sorted as other folders', async (t) => {
  const opened = { section: 'trash', id: '00000000-0000-4000-8000-000000000000' } as const
  const byDeletion = { field: 'deleted_at', direction: 'ASC' } as const
  const { sorting } = resolveView({ files: { sorting: byDeletion }, [opened.id]: { sorting: byDeletion } }, opened)
  t.same(sorting, { field: 'created_at', direction: 'DESC' })
})
