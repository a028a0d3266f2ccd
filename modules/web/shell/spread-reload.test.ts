import { mock } from 'node:test'
import t from 'tap'
import { createSpreadReload } from './spread-reload.ts'

t.test(
  'settings: many changes reload a page once, each tab at a time of its own, a hidden one when it is shown',
  async (t) => {
    mock.timers.enable({ apis: ['setTimeout'] })
    t.teardown(() => mock.timers.reset())
    const log: string[] = []
    const tab = (name: string, random: number) => {
      const state = { hidden: false }
      const [changed, shown] = createSpreadReload(
        () => log.push(name),
        () => state.hidden,
        () => random,
      )
      return { state, changed, shown }
    }
    const [early, late, hidden] = [tab('early', 0.1), tab('late', 0.9), tab('hidden', 0.1)]
    hidden.state.hidden = true
    for (let n = 0; n < 5; n += 1) for (const one of [early, late, hidden]) one.changed()
    t.strictSame(log, [])
    mock.timers.tick(600)
    t.strictSame(log, ['early'])
    mock.timers.tick(60_000)
    t.strictSame(log, ['early', 'late'])
    hidden.state.hidden = false
    for (const one of [early, late, hidden]) one.shown()
    t.strictSame(log, ['early', 'late', 'hidden'])
    late.changed()
    mock.timers.tick(60_000)
    t.equal(log.length, 4, 'a later change')
  },
)
