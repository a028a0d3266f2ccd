import t from 'tap'
import type { FolderLevel, FolderNode } from '../../tree/contract.ts'
import { createFolderTree, type LevelFailure, rootLevel } from './folder-tree.ts'

const node = (name: string, parent_id: string | null = null): FolderNode => ({
  id: name,
  name,
  parent_id,
  has_folders: false,
  color: null,
  emoji: null,
  items: 0,
})
const parentNode = (name: string): FolderNode => ({ ...node(name), has_folders: true })
const level = (data: FolderNode[], next_cursor: string | null = null): FolderLevel => ({ data, meta: { next_cursor } })
const refs = (...ids: string[]) => ids.map((id) => ({ id, name: id, color: null, emoji: null }))

/** A tree whose calls are answered from `pages`, keyed by parent and cursor; `errors`: the errors that it reported. */
const treeOf = (pages: Record<string, FolderLevel>) => {
  const asked: string[] = []
  const subfolders = async (parent: string | null, cursor = '') => {
    const key = `${parent ?? ''}:${cursor}`
    asked.push(key)
    const found = pages[key]
    if (!found) throw Object.assign(new Error(key), { status: 404, code: 'item-not-found' })
    return structuredClone(found)
  }
  const first = pages[':']
  const errors: unknown[] = []
  const failures: (LevelFailure | null)[] = []
  const onFailure = (failure: LevelFailure | null) => {
    failures.push(failure)
    if (failure) errors.push(failure.error)
  }
  const levels: Record<string, FolderLevel> = first ? { [rootLevel]: structuredClone(first) } : {}
  return { asked, errors, failures, tree: createFolderTree({ subfolders }, levels, { onFailure }) }
}
const ids = (tree: ReturnType<typeof createFolderTree>, id = rootLevel) =>
  tree.state.levels[id]?.folders.map((folder) => folder.id)

t.test('folder tree: loads a level once, when it is expanded', async (t) => {
  const { tree, asked } = treeOf({ ':': level([parentNode('a')]), 'a:': level([node('b', 'a')]) })
  t.strictSame(asked, [])
  tree.toggle('a')
  await new Promise(setImmediate)
  t.strictSame(ids(tree, 'a'), ['b'])
  tree.toggle('a')
  tree.toggle('a')
  t.strictSame(asked, ['a:'])
  t.strictSame(tree.above('b'), ['a'])
})

t.test('folder tree: shows the open folder before its page loads, then moves it into order', async (t) => {
  const pages = { ':': level([node('a'), node('b')], 'n'), ':n': level([node('y'), parentNode('z')]) }
  const { tree } = treeOf({ ...pages, 'z:': level([node('deep', 'z')]) })
  tree.reveal(refs('z'), refs('deep')[0] ?? null)
  await new Promise(setImmediate)
  t.strictSame(ids(tree), ['a', 'b', 'z'])
  t.strictSame(ids(tree, 'z'), ['deep'])
  await tree.reload()
  t.strictSame(ids(tree), ['a', 'b', 'z'])
  t.equal(await tree.loadMore(rootLevel), 'y')
  t.strictSame(ids(tree), ['a', 'b', 'y', 'z'])
  t.equal(await tree.loadMore(rootLevel), null)
})

t.test(
  'folder tree: reports why an expanded level or a next page cannot be read, but not why a level fails that it reads by itself',
  async (t) => {
    const { tree, errors } = treeOf({ ':': level([parentNode('a'), parentNode('b')], 'n') })
    tree.reveal(refs('b'), null)
    await new Promise(setImmediate)
    t.strictSame(errors, [])
    tree.toggle('a')
    await new Promise(setImmediate)
    t.match(errors, [{ message: 'a:' }])
    t.equal(tree.state.open.a, false)
    t.equal(await tree.loadMore(rootLevel), null)
    tree.expand('b')
    await new Promise(setImmediate)
    t.match(errors, [{ message: 'a:' }, { message: ':n' }, { message: 'b:' }])
  },
)

t.test('folder tree: a failure ends with the next attempt; its retry reads the same level or page again', async (t) => {
  const pages: Record<string, FolderLevel> = { ':': level([parentNode('a'), parentNode('b')], 'n') }
  const { tree, failures } = treeOf(pages)
  tree.toggle('a')
  await new Promise(setImmediate)
  const failed = failures.at(-1)
  t.match(failed, { error: { message: 'a:' } })
  pages['b:'] = level([])
  tree.toggle('b')
  await new Promise(setImmediate)
  t.equal(failures.at(-1), null)
  pages['a:'] = level([node('x', 'a')])
  failed?.retry()
  await new Promise(setImmediate)
  t.equal(tree.state.open.a, true)
  t.strictSame(ids(tree, 'a'), ['x'])
  await tree.loadMore(rootLevel)
  const missed = failures.at(-1)
  t.match(missed, { error: { message: ':n' } })
  pages[':n'] = level([node('c')])
  missed?.retry()
  await new Promise(setImmediate)
  t.strictSame(ids(tree), ['a', 'b', 'c'])
  t.equal(failures.at(-1), null)
})

t.test('folder tree: a reload keeps the number of folders shown and drops removed ones', async (t) => {
  const pages: Record<string, FolderLevel> = {
    ':': level([parentNode('a'), parentNode('b')], 'n'),
    ':n': level([node('c')], 'm'),
    ':m': level([node('d')]),
    'a:': level([node('x', 'a')]),
  }
  const { tree } = treeOf(pages)
  await tree.loadMore(rootLevel)
  tree.toggle('a')
  await new Promise(setImmediate)
  delete pages['a:']
  pages[':'] = level([node('a'), node('aa'), node('b')], 'n')
  await tree.reload()
  t.strictSame(ids(tree), ['a', 'aa', 'b'], 'as many as before')
  t.equal(ids(tree, 'a'), undefined)
})

t.test('folder tree: shows another root level, and refreshes it', async (t) => {
  const pages = { ':': level([node('own')]), 'shared:': level([parentNode('theirs')]), 'theirs:': level([]) }
  const { tree, asked } = treeOf(pages)
  tree.showRoot('shared')
  await new Promise(setImmediate)
  t.equal(tree.state.root, 'shared')
  t.strictSame(ids(tree, 'shared'), ['theirs'])
  pages['shared:'] = level([parentNode('renamed')])
  await tree.refresh(['theirs'])
  t.strictSame(ids(tree, 'shared'), ['renamed'])
  await tree.reload()
  t.strictSame([ids(tree), ids(tree, 'shared')], [['own'], ['renamed']])
  tree.seed({ [rootLevel]: level([node('own')]) })
  await new Promise(setImmediate)
  t.strictSame(ids(tree, 'shared'), ['renamed'])
  tree.showRoot(rootLevel)
  t.equal(asked.filter((key) => key === ':').length, 1, 'the own files are loaded already')
})

t.test('folder tree: an answer to an earlier request replaces no later one; failed calls are told', async (t) => {
  const answers: ReturnType<typeof Promise.withResolvers<FolderLevel>>[] = []
  const subfolders = () => {
    const answer = Promise.withResolvers<FolderLevel>()
    answers.push(answer)
    return answer.promise
  }
  const tree = createFolderTree({ subfolders }, { [rootLevel]: level([node('a')]) })
  const earlier = [tree.refresh([rootLevel]), tree.reload()]
  const later = tree.refresh([rootLevel])
  answers[2]?.resolve(level([node('a'), node('b')]))
  t.equal(await later, true)
  for (const answer of answers.slice(0, 2)) answer.resolve(level([node('a')]))
  t.same(await Promise.all(earlier), [true, true])
  t.same(ids(tree), ['a', 'b'])
  const failing = [tree.refresh([rootLevel]), tree.reload()]
  for (const answer of answers.slice(3)) answer.reject(Object.assign(new Error(), { status: 503 }))
  t.same(await Promise.all(failing), [false, false])
  t.same(ids(tree), ['a', 'b'], 'what is known stays')
})

t.test('folder tree: a level that arrives after the first levels were replaced is kept', async (t) => {
  const { tree } = treeOf({ 'a:': level([node('b', 'a')]) })
  tree.reveal(refs('a'), null)
  tree.seed({ [rootLevel]: level([parentNode('a')]) })
  await new Promise(setImmediate)
  t.strictSame(ids(tree), ['a'])
  t.strictSame(ids(tree, 'a'), ['b'])
})
