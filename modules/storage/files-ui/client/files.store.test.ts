import t from 'tap'
import { setUpActions } from '../../../../tests/support/file-actions.ts'

t.test('files: prefetched folders never evict the open view, which actions and changes still reach', async (t) => {
  const { actions, files, answer, target } = await setUpActions()
  const open = files.current()
  const prefetch = (count: number, name: string) => {
    for (let n = 0; n < count; n += 1) files.prefetch({ section: 'files', id: `${name}${n}` })
  }
  prefetch(31, 'first')
  t.ok(files.all().includes(open))
  t.equal(files.all().length, 30, 'others are evicted')
  t.notOk(
    files.all().some(({ location }) => location.id === 'first0'),
    'the oldest first',
  )
  void actions.trash(target('a'))
  await answer()
  t.equal(open.listing.indexOf('a'), -1, 'a trashed row disappears')
  files.markStale((folderView) => folderView === open)
  t.notOk(open.listing.isFresh(0), 'a change by another client is known')

  files.preview({ section: 'files', id: 'first30' })
  prefetch(31, 'second')
  t.ok(files.all().includes(files.current()), 'a view opened later')
  t.notOk(files.all().includes(open), 'a view that was left may be evicted')
})
