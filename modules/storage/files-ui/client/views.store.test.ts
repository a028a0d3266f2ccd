import { mock } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import t from 'tap'
import type { ViewSettings } from '../../tree/contract.ts'
import { createViews } from './views.store.ts'

const files = { section: 'files', id: null } as never

t.test('views: what is changed while others are stored follows soon; only a failed attempt waits', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
  const stored: ViewSettings[] = []
  let attempt = Promise.withResolvers<void>()
  const views = createViews({
    put: (_, settings) => {
      stored.push(settings)
      return attempt.promise
    },
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
  t.match(stored[1], { widths: { size: 156 }, preview: 'grid' })

  await settle(() => attempt.reject(Object.assign(new Error('offline'), { status: 0, code: 'offline' })))
  mock.timers.tick(9_999)
  t.equal(stored.length, 2)
  mock.timers.tick(1)
  t.match(stored[2], { preview: 'grid' }, 'again after ten seconds')
})
