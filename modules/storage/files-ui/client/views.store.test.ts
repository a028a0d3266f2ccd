import { mock } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import t from 'tap'
import type { StoredViews, ViewChanges, ViewSettings } from '../../tree/contract.ts'
import { createViews } from './views.store.ts'

const files = { section: 'files', id: null } as never

t.test('views: what is changed while others are stored follows soon; only a failed attempt waits', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
  const stored: ViewChanges[] = []
  let attempt = Promise.withResolvers<void>()
  const views = createViews({
    patch: (_, changes) => {
      stored.push(changes)
      return attempt.promise
    },
    read: async () => ({}),
  })
  const settle = async (end: () => void) => {
    end()
    attempt = Promise.withResolvers()
    await setImmediate()
  }
  views.change(files, { widths: { size: 156 } })
  views.change(files, { preview: 'grid' })
  t.equal(stored.length, 1, 'one at a time')
  await settle(attempt.resolve)
  mock.timers.tick(500)
  t.same(stored[1], { preview: 'grid' })

  await settle(() => attempt.reject(Object.assign(new Error('offline'), { status: 0, code: 'offline' })))
  mock.timers.tick(9_999)
  t.equal(stored.length, 2)
  mock.timers.tick(1)
  t.same(stored[2], { preview: 'grid' }, 'again after ten seconds')
})

t.test('views: only what this tab changes is stored, so that another device keeps what it has set', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
  const stored: [string, ViewChanges][] = []
  let answer = Promise.withResolvers<StoredViews>()
  let attempt = Promise.withResolvers<void>()
  const views = createViews({
    patch: (key, changes) => {
      stored.push([key, changes])
      return attempt.promise
    },
    read: () => answer.promise,
  })
  const stop = async () => {
    attempt.resolve()
    await setImmediate()
    mock.timers.tick(500)
    attempt = Promise.withResolvers()
  }
  const folder = { section: 'files', id: 'f' } as never
  const sorting = { field: 'name', direction: 'ASC' } as const
  const ofDevice: ViewSettings = { columns: ['kind'], density: 'compact' }
  views.receive({ f: { columns: ['size'] } })
  views.change(folder, { sorting })
  t.same(stored, [['f', { sorting }]])
  views.changedElsewhere({ key: 'f', settings: ofDevice })
  t.match(views.resolve(folder), { ...ofDevice, sorting }, 'both are shown before the call has ended')

  const reloaded = views.reload()
  const { resolve } = answer
  answer = Promise.withResolvers()
  await stop()
  resolve({ f: ofDevice })
  await setImmediate()
  t.match(views.resolve(folder), { sorting }, 'read before the call had ended: read again')
  answer.resolve({ files: { preview: 'grid' } })
  await reloaded
  t.equal(views.isOwn(folder), false, 'removed elsewhere')
  t.equal(views.resolve(folder).preview, 'grid')
  views.reset(folder)
  t.same(stored[1], ['f', { preview: null, sorting: null, columns: null, widths: null, density: null }])
})

t.test(
  'views: of two calls at once that fail, or of which the earlier one fails, the later change is stored',
  async (t) => {
    mock.timers.enable({ apis: ['setTimeout'] })
    t.teardown(() => mock.timers.reset())
    const offline = Object.assign(new Error('offline'), { status: 0, code: 'offline' })
    for (const isLaterStored of [false, true]) {
      const stored: ViewChanges[] = []
      const calls: PromiseWithResolvers<void>[] = []
      const views = createViews({
        patch: (_, changes) => {
          stored.push(changes)
          calls.push(Promise.withResolvers())
          return calls.at(-1)?.promise ?? Promise.resolve()
        },
        read: async () => ({}),
      })
      views.change(files, { widths: { size: 156 } })
      views.change(files, { widths: { size: 200 } })
      views.flush()
      const [earlier, later] = calls
      if (isLaterStored) later?.resolve()
      earlier?.reject(offline)
      await setImmediate()
      if (!isLaterStored) later?.reject(offline)
      await setImmediate()
      mock.timers.tick(10_000)
      t.same(stored[2], { widths: { size: 200 } })
    }
  },
)

t.test('views: a page brings the settings of a folder while those of another one are stored', async (t) => {
  const views = createViews({ patch: () => new Promise(() => {}), read: async () => ({}) })
  const sorting = { field: 'size', direction: 'DESC' } as const
  views.change(files, { preview: 'grid' })
  views.receive({ files: { preview: 'list' }, f: { sorting } })
  t.match(views.resolve({ section: 'files', id: 'f' } as never), { sorting, preview: 'grid' })
})
