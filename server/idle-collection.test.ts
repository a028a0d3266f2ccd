import t from 'tap'
import { IdleCollection } from './idle-collection.ts'

const mebibyte = 1 << 20

/** A process of 100 MiB that a collection brings back to 80 MiB. */
const collection = () => {
  const state = { busy: 0, resident: 100 * mebibyte, collections: 0 }
  const idle = new IdleCollection({
    utilization: () => state.busy,
    residentBytes: () => state.resident,
    collect: () => {
      state.collections += 1
      state.resident = 80 * mebibyte
    },
  })
  return { state, idle }
}

t.test('idle collection: waits for two idle checks in a row', async (t) => {
  const { state, idle } = collection()
  t.notOk(idle.check())
  state.busy = 0.5
  t.notOk(idle.check(), 'a busy process is not stopped')
  state.busy = 0.01
  t.notOk(idle.check())
  t.ok(idle.check())
  t.equal(state.collections, 1)
})

t.test('idle collection: an idle process that has not grown is left alone', async (t) => {
  const { state, idle } = collection()
  for (let check = 0; check < 5; check++) idle.check()
  t.equal(state.collections, 1)
  state.resident = 90 * mebibyte
  t.notOk(idle.check())
  state.resident = 97 * mebibyte
  t.ok(idle.check())
  t.equal(state.collections, 2)
})
