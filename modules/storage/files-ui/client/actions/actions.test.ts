import { setImmediate as turn } from 'node:timers/promises'
import t from 'tap'
import { lastTrashedTime, nameConflictError, setUpActions } from '../../../../../tests/support/file-actions.ts'
import { testItem } from '../../../tree/client/test-items.ts'
import type { Item } from '../../../tree/contract.ts'

t.test('actions: deleting right after undo sends the calls one by one, and the item stays deleted', async (t) => {
  const { actions, files, sent, answer, target, reads } = await setUpActions()
  void actions.trash(target('a'))
  t.ok(actions.undoLast())
  t.ok(files.current().listing.find('a'), 'undo shows at once')
  void actions.trash(target('a'))
  t.strictSame(sent, ['trash a'])
  await answer()
  t.strictSame(sent, ['trash a', 'undo removal of a'])
  await answer()
  t.strictSame(sent, ['trash a', 'undo removal of a', 'trash a'])
  t.equal(reads(), 0, 'no request for the state in between')
  await answer()
  t.equal(files.current().listing.find('a'), undefined)
})

t.test('actions: calls about different items run in parallel', async (t) => {
  const { actions, sent, target } = await setUpActions()
  void actions.trash(target('a'))
  void actions.trash(target('b'))
  t.strictSame(sent, ['trash a', 'trash b'])
})

t.test('actions: an action withdraws earlier undo offers for the same items', async (t) => {
  const { actions, answer, target, texts } = await setUpActions()
  void actions.trash(target('a'))
  void actions.trash(target('b'))
  await answer()
  await answer()
  void actions.restore(target('a'))
  t.strictSame(texts(), ['storage:toast.trashed', 'storage:toast.restored'], 'the offer for b still stands')
  await answer()
  void actions.trash(target('a', 'b'))
  t.strictSame(texts(), ['storage:toast.trashed'])
})

t.test('restore: works above the quota and warns that uploads are blocked', async (t) => {
  for (const [used, text] of [
    [100, 'storage:toast.restored'],
    [101, 'storage:toast.restoredOver'],
  ] as const) {
    const { actions, files, sent, target, texts } = await setUpActions({ used, limit: 100 })
    void actions.restore(target('a'))
    t.strictSame(sent, ['restore a'], 'it needs no room')
    t.equal(files.current().listing.find('a'), undefined)
    t.strictSame(texts(), [text])
  }
})

t.test('copy: is undone before earlier actions', async (t) => {
  const { actions, files, sent, answer, target, texts } = await setUpActions()
  void actions.trash(target('a'))
  await answer()
  const copying = actions.copy(target('b'), { id: 'box', name: 'Box' })
  await answer()
  await copying
  t.strictSame(texts(), ['storage:toast.trashed', 'storage:toast.copied'])
  files.current().listing.insert([{ index: 0, item: testItem('b (1)') }])
  files.current().selection.only(0)
  t.ok(actions.undoLast())
  await turn()
  t.strictSame(sent, ['trash a', 'copy to box b', 'undo copied'])
  t.equal(files.current().listing.find('b (1)'), undefined, 'removed at once')
  t.equal(files.current().selection.count(), 0)
  await answer()
  t.ok(actions.undoLast())
  await turn()
  t.equal(sent.at(-1), 'undo removal of a')
})

t.test('copy: what is selected while the call runs stays selected', async (t) => {
  const { actions, files, answer, target } = await setUpActions()
  const { selection } = files.current()
  selection.only(0)
  const copying = actions.copy(target('a'), { id: 'box', name: 'Box' })
  t.equal(selection.count(), 0)
  selection.only(1)
  await answer()
  await copying
  t.strictSame([selection.count(), selection.has(1)], [1, true])
})

t.test('copy: deleting the copy withdraws its undo offer', async (t) => {
  const { actions, answer, target, texts } = await setUpActions()
  const copying = actions.copy(target('b'), null)
  await answer()
  await copying
  const items = [testItem('b (1)')]
  void actions.trash({ kind: 'items', items, from: target().from })
  t.strictSame(texts(), ['storage:toast.trashed'])
})

t.test('duplicate: copies next to the originals and undoes all at once', async (t) => {
  const { actions, sent, answer, target, texts } = await setUpActions()
  const copying = actions.duplicate(target('a', 'b', 'c'))
  await answer()
  await answer()
  await copying
  t.strictSame(sent, ['copy to null a,b', 'copy to box c'])
  t.strictSame(texts(), ['storage:toast.duplicated'])
  t.ok(actions.undoLast())
  await turn()
  t.strictSame(sent.slice(2), ['undo copied', 'undo copied'])
})

t.test('copy: after an error in a later call, retry sends the remaining calls only', async (t) => {
  const { actions, sent, answer, rejectNext, target, texts, toasts } = await setUpActions()
  const copying = actions.duplicate(target('a', 'c'))
  await answer()
  await rejectNext()
  await copying
  t.strictSame(texts(), ['storage:toast.failed', 'storage:toast.duplicated'])
  for (const { action } of toasts.values()) if (action?.label === 'web:kit.retry') action.onAct()
  t.strictSame(sent, ['copy to null a', 'copy to box c', 'copy to box c'])
})

t.test('undo: drops offers that need the emptied trash, keeps others', async (t) => {
  const { actions, sent, answer, target, texts } = await setUpActions()
  void actions.move(target('b'), { id: 'a', name: 'A' })
  await answer()
  void actions.trash(target('a'))
  await answer()
  void actions.move(target('c'), { id: 'other', name: 'Other' })
  await answer()
  await actions.emptyTrash()
  t.equal(sent.at(-1), `dump ${lastTrashedTime}`, 'deletes what the dialog counted')
  t.strictSame(texts(), ['storage:toast.moved', 'storage:toast.emptied'])
  actions.undoLast()
  t.notOk(actions.undoLast())
})

t.test('trash: emptied, or restored or deleted with the open folder, it is left for what is above', async (t) => {
  const { actions, files, items, sent, texts } = await setUpActions()
  const [a, b] = items as [Item, Item]
  const openTrashed = (above: readonly string[]) => {
    files.preview({ section: 'trash', id: 'a' })
    const path = above.map((id) => ({ id, name: id, color: null, emoji: null }))
    return Object.assign(files.current(), { root: a, path })
  }
  openTrashed([])
  await actions.emptyTrash()
  t.strictSame(files.current().location, { section: 'trash', id: null })
  t.strictSame(texts(), ['storage:toast.emptied'])
  void actions.restore({ kind: 'items', items: [a], from: openTrashed(['above']) })
  t.strictSame(files.current().location, { section: 'trash', id: 'above' })
  void actions.restore({ kind: 'items', items: [b], from: openTrashed([]) })
  t.equal(files.current().location.id, 'a', 'it stays open where something in it is restored')
  void actions.destroy({ kind: 'items', items: [a], from: openTrashed([]) })
  await turn()
  t.strictSame(files.current().location, { section: 'trash', id: null })
  t.strictSame(sent.slice(1), ['restore a', 'restore b'], 'the deletion waits for the restore of the same folder')
})

t.test('undo: drops moves into or out of a permanently deleted folder', async (t) => {
  const { actions, answer, target, texts } = await setUpActions()
  void actions.move(target('b'), { id: 'a', name: 'A' })
  await answer()
  const items = [testItem('d', { parent_id: 'a' })]
  void actions.move({ kind: 'items', items, from: target().from }, null)
  await answer()
  void actions.destroy(target('a'))
  await turn()
  t.strictSame(texts(), ['storage:toast.deletedPermanently'])
})

t.test('move: asks about taken names, sends the answer and tells the result with one undo', async (t) => {
  const { actions, files, sent, answer, rejectNext, target, texts, asked, answerTo, result } = await setUpActions()
  answerTo.choice = 'merge'
  void actions.move(target('a'), { id: 'box', name: 'Box' })
  await rejectNext(nameConflictError(1, 2))
  t.strictSame([...asked, ...sent], [{ files: 1, folders: 2, names: ['a'] }, 'move ask a', 'move merge a'])
  result.merged = 2
  await answer()
  t.strictSame(texts(), ['storage:conflict.result.told'])
  t.equal(files.current().listing.find('a'), undefined)
  t.ok(actions.undoLast())
  await turn()
  t.equal(sent.at(-1), 'undo moved')
  t.notOk(actions.undoLast(), 'nothing else to undo')
})

t.test('move, copy, restore: a cancelled question changes nothing', async (t) => {
  const { actions, files, sent, rejectNext, target, texts, asked } = await setUpActions()
  void actions.move(target('a'), { id: 'box', name: 'Box' })
  await rejectNext(nameConflictError(1, 0))
  void actions.restore(target('a'))
  await rejectNext(nameConflictError(0, 1))
  void actions.copy(target('a'), { id: 'box', name: 'Box' })
  await rejectNext(nameConflictError(1, 0))
  t.strictSame([asked.length, sent.length], [3, 3], 'none is sent again')
  t.ok(files.current().listing.find('a'))
  t.strictSame(texts(), [])
})

t.test('move, copy: taken names are told as an error when the page that would ask has been left', async (t) => {
  const { actions, rejectNext, target, texts, asked, answerTo } = await setUpActions()
  answerTo.isLeft = true
  void actions.move(target('a'), { id: 'box', name: 'Box' })
  await rejectNext(nameConflictError(1, 0))
  void actions.copy(target('b'), { id: 'box', name: 'Box' })
  await rejectNext(nameConflictError(1, 0))
  t.strictSame([asked, texts()], [[], ['taken', 'taken']])
})

t.test('customize: undo sends only what it changed, so that a later rename stays', async (t) => {
  const { actions, files, sent, answer, toasts } = await setUpActions()
  const itemNow = () => files.current().listing.find('a') ?? testItem('')
  const customizing = actions.customize(itemNow(), { color: 'red' })
  await answer()
  await customizing
  const [offer] = toasts.values()
  const renaming = actions.rename(itemNow(), 'new')
  await answer()
  await renaming
  offer?.action?.onAct()
  await turn()
  t.strictSame(sent, ['rename a {"color":"red"}', 'rename a {"name":"new"}', 'rename a {"color":null}'])
  t.match(itemNow().attributes, { name: 'new', color: null }, 'at once')
  await answer()
  t.match(itemNow().attributes, { name: 'new', color: null })
})

t.test('customize, rename: each rolls back only what it changed when it fails', async (t) => {
  const { actions, files, rejectNext } = await setUpActions()
  const itemNow = () => files.current().listing.find('a') ?? testItem('')
  const calls = [actions.customize(itemNow(), { color: 'red', emoji: { char: '🏝️' } }), actions.rename(itemNow(), 'new')]
  t.match(itemNow().attributes, { name: 'new', color: 'red' })
  await rejectNext()
  t.match(itemNow().attributes, { name: 'new', color: null, emoji: null })
  await rejectNext()
  await Promise.all(calls)
  t.match(itemNow().attributes, { name: 'a', color: null, emoji: null })
})

t.test('rename: two calls in a row show the newer name, and what is stored when they fail', async (t) => {
  const { actions, files, answer, rejectNext } = await setUpActions()
  const itemNow = () => files.current().listing.find('a') ?? testItem('')
  const name = () => itemNow().attributes.name
  const both = async (first: () => Promise<void>, second: () => Promise<void>) => {
    const calls = [actions.rename(itemNow(), 'A'), actions.rename(itemNow(), 'B')]
    await first()
    t.equal(name(), 'B', 'while the second is running')
    await second()
    await Promise.all(calls)
    return name()
  }
  t.equal(await both(rejectNext, rejectNext), 'a')
  t.equal(await both(answer, rejectNext), 'A')
  t.equal(await both(rejectNext, answer), 'B')
})

t.test('rename: the open folder keeps its badges, which the answer does not have', async (t) => {
  const { actions, files, answer } = await setUpActions()
  const badges = { shared: { data: { id: 'link' } }, favourites: { favourite: true } } as never
  const folder = { ...testItem('open', { type: 'folder' }), relationships: badges }
  files.current().root = folder
  const renaming = actions.rename(folder, 'New')
  await answer()
  await renaming
  t.equal(files.current().root?.attributes.name, 'New')
  t.strictSame(files.current().root?.relationships, badges)
})
