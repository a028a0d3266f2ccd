import t from 'tap'
import { setUpActions } from '../../../../../tests/support/file-actions.ts'
import { testItem } from '../../../tree/client/test-items.ts'

const folder = (id: string) => testItem(id, { type: 'folder' })

/** Three folders, and a sidebar with these favorites. */
const setUp = async (favorites: readonly string[]) => {
  const app = await setUpActions()
  app.sidebar.setFavorites(favorites.map((id) => ({ id, name: id, color: null, emoji: null })))
  const { listing } = app.files.current()
  for (const id of ['a', 'b', 'c'])
    listing.edit({ ...folder(id), relationships: { favourites: { favourite: favorites.includes(id) } } })
  return {
    ...app,
    inSidebar: () => app.sidebar.state.favorites.map(({ id }) => id).join(' '),
    marked: () => ['a', 'b', 'c'].filter((id) => listing.find(id)?.relationships.favourites?.favourite).join(' '),
    attributesOf: (id: string) => listing.find(id)?.attributes,
  }
}

t.test('favorites: switched on and off quickly, what is stored is shown when both calls fail', async (t) => {
  const { actions, rejectNext, answer, inSidebar, marked } = await setUp(['x', 'b', 'y'])
  const [a, b] = [folder('a'), folder('b')]
  void actions.setFavorite([a], true)
  void actions.setFavorite([a], false)
  await rejectNext()
  t.strictSame([inSidebar(), marked()], ['x b y', 'b'], 'the later change is shown while it is on its way')
  await rejectNext()
  t.strictSame([inSidebar(), marked()], ['x b y', 'b'])
  void actions.removeFavorite('b')
  void actions.setFavorite([b], true)
  await rejectNext()
  t.strictSame([inSidebar(), marked()], ['x y b', 'b'])
  await rejectNext()
  t.strictSame([inSidebar(), marked()], ['x b y', 'b'])
  void actions.setFavorite([a], true)
  void actions.setFavorite([a], false)
  await answer()
  t.strictSame([inSidebar(), marked()], ['x b y', 'b'])
  await rejectNext()
  t.strictSame([inSidebar(), marked()], ['x b y a', 'a b'], 'the first one was stored')
})

t.test('favorites: moved twice, they are in the stored order when both calls fail', async (t) => {
  const { actions, rejectNext, answer, inSidebar } = await setUp(['p', 'q', 'r'])
  void actions.reorderFavorites('p', 2)
  void actions.reorderFavorites('q', 1)
  t.equal(inSidebar(), 'r q p')
  await rejectNext()
  t.equal(inSidebar(), 'r q p', 'the later order is on its way')
  await rejectNext()
  t.equal(inSidebar(), 'p q r')
  void actions.reorderFavorites('p', 2)
  void actions.reorderFavorites('q', 1)
  await answer()
  await rejectNext()
  t.equal(inSidebar(), 'q r p')
})

t.test('trash: an item whose changes have failed meanwhile comes back as it is stored', async (t) => {
  const { actions, rejectNext, files, attributesOf, marked } = await setUp([])
  const shown = () => files.current().listing.find('a') ?? folder('a')
  void actions.rename(shown(), 'new')
  void actions.customize(shown(), { color: 'red' })
  void actions.setFavorite([shown()], true)
  void actions.trash({ kind: 'items', items: [shown()], from: files.current() })
  await rejectNext()
  await rejectNext()
  await rejectNext()
  await rejectNext()
  const attributes = attributesOf('a')
  t.strictSame([attributes?.name, attributes?.color, marked()], ['a', null, ''])
})
