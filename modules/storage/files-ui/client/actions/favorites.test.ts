import { setImmediate as turn } from 'node:timers/promises'
import t from 'tap'
import { lostResponse, setUpActions } from '../../../../../tests/support/file-actions.ts'
import { testItem } from '../../../tree/client/test-items.ts'

const folder = (id: string) => testItem(id, { type: 'folder' })

/** Three items and a sidebar with these favorites. */
const setUp = async (favorites: readonly string[], ids?: string[]) => {
  const app = await setUpActions(undefined, ids)
  app.sidebar.setFavorites(favorites.map((id) => ({ id, name: id, color: null, emoji: null })))
  return { ...app, shown: () => app.sidebar.state.favorites.map(({ id }) => id).join(' ') }
}

t.test('trash: undo returns the trashed favorites to their places and keeps those added meanwhile', async (t) => {
  const { actions, answer, target, shown } = await setUp(['x', 'a', 'y', 'b'])
  void actions.trash(target('a', 'b'))
  t.equal(shown(), 'x y')
  await answer()
  void actions.setFavorite([folder('c')], true)
  void actions.removeFavorite('x')
  await answer()
  await answer()
  t.ok(actions.undoLast())
  await turn()
  await answer()
  t.equal(shown(), 'y a c b')

  void actions.trash(target('c'))
  await answer()
  void actions.setFavorite([folder('z')], true)
  await answer()
  t.equal(shown(), 'y a b z')
})

t.test('trash: an undo of items that are no favorites changes none', async (t) => {
  const { actions, answer, target, shown } = await setUp(['x'])
  void actions.trash(target('a'))
  await answer()
  void actions.setFavorite([folder('b')], true)
  await answer()
  actions.undoLast()
  await turn()
  await answer()
  t.equal(shown(), 'x b')
})

t.test('trash: an error keeps favorites that were added meanwhile', async (t) => {
  const { actions, rejectNext, target, shown } = await setUp(['x', 'a'])
  void actions.trash(target('a'))
  void actions.setFavorite([folder('b')], true)
  await rejectNext()
  t.equal(shown(), 'x a b')
})

t.test('trash: after an error in a later call, only what is not trashed is a favorite again', async (t) => {
  const ids = Array.from({ length: 600 }, (_, n) => `i${n}`)
  const { actions, answer, rejectNext, target, toasts, shown } = await setUp(['i0', 'x', 'i599'], ids)
  void actions.trash(target(...ids))
  await answer()
  await rejectNext()
  t.equal(shown(), 'x i599')
  for (const { action } of toasts.values()) if (action?.label === 'web:kit.retry') action.onAct()
  t.equal(shown(), 'x')
  await answer()
  t.ok(actions.undoLast())
  await turn()
  await answer()
  await answer()
  t.equal(shown(), 'i0 x i599')
})

t.test('favorites: an error takes back its own change only', async (t) => {
  const { actions, rejectNext, shown } = await setUp(['p', 'q', 'r', 's'])
  void actions.removeFavorite('p')
  void actions.setFavorite([folder('x')], true)
  await rejectNext()
  t.equal(shown(), 'p q r s x', 'removing')
  await rejectNext()
  t.equal(shown(), 'p q r s', 'adding')
  void actions.reorderFavorites('p', 2)
  void actions.removeFavorite('r')
  t.equal(shown(), 'q p s')
  await rejectNext()
  t.equal(shown(), 'p q s', 'moving')
})

t.test('favorites: an error leaves those that were favorites before, and what is stored is read', async (t) => {
  const { actions, files, sidebar, rejectNext, reads } = await setUp(['a'], ['a', 'b'])
  let asked = 0
  sidebar.reloadFavorites = () => {
    asked += 1
  }
  const { listing } = files.current()
  const marked = () => ['a', 'b'].map((id) => listing.find(id)?.relationships.favourites?.favourite ?? false)
  const [a, b] = [folder('a'), folder('b')]
  listing.edit({ ...a, relationships: { ...a.relationships, favourites: { favourite: true } } })
  listing.edit(b)
  const done = actions.setFavorite([a, b], true)
  t.strictSame(marked(), [true, true])
  await rejectNext()
  await done
  t.strictSame([marked(), asked, reads()], [[true, false], 1, 0])
  const lost = actions.setFavorite([b], true)
  await rejectNext(lostResponse())
  await lost
  t.strictSame([asked, reads()], [2, 1], 'rows too, when only the response may have been lost')
})

t.test('favorites: after an error in a later call, only those that remain are favorites again', async (t) => {
  const { actions, files, answer, rejectNext, sent, shown, texts, toasts } = await setUp(
    ['a', 'b', 'c'],
    ['a', 'b', 'c'],
  )
  const { listing } = files.current()
  const folders = ['a', 'b', 'c'].map((id) => ({ ...folder(id), relationships: { favourites: { favourite: true } } }))
  for (const item of folders) listing.edit(item)
  const marked = () => ['a', 'b', 'c'].map((id) => listing.find(id)?.relationships.favourites?.favourite)
  files.refreshQuietly = () => Promise.withResolvers<void>().promise
  void actions.setFavorite(folders, false)
  await answer()
  await rejectNext(lostResponse())
  t.strictSame([marked(), shown()], [[false, true, true], 'b c'])
  t.equal(texts().length, 1, 'told before the rows are read')
  for (const { action } of toasts.values()) action?.onAct()
  await answer()
  await answer()
  t.strictSame(marked(), [false, false, false])
  t.strictSame(sent.slice(2), ['remove favorite b', 'remove favorite c'])
})

t.test('favorites: one that was removed elsewhere stays removed, without an error', async (t) => {
  const { actions, rejectNext, shown, texts } = await setUp(['p', 'q', 'r'])
  const gone = Object.assign(new Error('gone'), { status: 404, code: 'item-not-found' })
  void actions.removeFavorite('p')
  await rejectNext(gone)
  void actions.setFavorite([folder('q')], false)
  await rejectNext(gone)
  t.equal(shown(), 'r')
  t.strictSame(texts(), [])
})
