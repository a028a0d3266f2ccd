import { mock } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import t from 'tap'
import { testItem } from '../../tree/client/test-items.ts'
import type { FilesApi } from './files.api.ts'
import { createSidebar } from './sidebar.store.ts'

t.test('sidebar: favorites are read again without undoing own changes that are on their way', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
  const favorite = (id: string) => testItem(id, { type: 'folder', name: id })
  const answers: ((ids: string[]) => Promise<void>)[] = []
  const favorites = () =>
    new Promise((resolve) => {
      answers.push(async (ids) => {
        resolve(ids.map(favorite))
        await turn()
      })
    })
  let call: PromiseWithResolvers<void> | null = null
  const api = { favorites } as unknown as FilesApi
  const sidebar = createSidebar(api, null, { idle: () => call?.promise ?? null })
  const shown = () => sidebar.state.favorites.map(({ id }) => id).join('')
  const reload = async () => {
    sidebar.reloadFavorites()
    sidebar.reloadFavorites()
    mock.timers.tick(1_000)
    await turn()
  }
  await reload()
  await answers[0]?.(['a', 'b'])
  t.equal(shown(), 'ab')

  await reload()
  t.equal(answers.length, 2, 'once for many changes')
  sidebar.removeFavorites(new Set(['a']))
  await answers[1]?.(['a', 'b'])
  t.equal(shown(), 'b', 'read before the own change')
  await answers[2]?.(['b', 'c'])
  t.equal(shown(), 'bc')

  call = Promise.withResolvers()
  await reload()
  t.equal(answers.length, 3, 'waits for the own call')
  const { resolve } = call
  call = null
  resolve()
  await turn()
  await answers[3]?.(['c'])
  t.equal(shown(), 'c')
})

t.test('sidebar: a favorite that is set while the sidebar loads stays', async (t) => {
  const answers: ((items: unknown[]) => void)[] = []
  const api = {
    favorites: () => new Promise((resolve) => answers.push(resolve)),
  } as unknown as FilesApi
  const sidebar = createSidebar(api, null)
  sidebar.tree.reload = async () => true
  const loaded = sidebar.load()
  await turn()
  sidebar.setFavorites([{ id: 'own', name: 'own', color: null, emoji: null }])
  answers.shift()?.([])
  await turn()
  answers.shift()?.([testItem('own', { type: 'folder' })])
  await loaded
  t.strictSame(
    sidebar.state.favorites.map(({ id }) => id),
    ['own'],
  )
})

t.test('sidebar: restrictions of the account are about own items', (t) => {
  const sidebar = createSidebar({} as FilesApi, null)
  sidebar.setUsage({ used: 2, limit: 1, restrictions: ['storage-full', 'download'] })
  const [own, team] = [testItem('own'), testItem('team', { access: 'editor' })]
  t.equal(sidebar.restrictionOn('upload'), 'storage-full')
  t.equal(sidebar.restrictionOn('upload', null), 'storage-full', 'the root')
  t.equal(sidebar.restrictionOn('upload', own), 'storage-full')
  t.equal(sidebar.restrictionOn('upload', team), undefined)
  t.equal(sidebar.restrictionOn('download', team, team), undefined)
  t.equal(sidebar.restrictionOn('download', team, own), 'download', 'both in one archive')
  t.end()
})
