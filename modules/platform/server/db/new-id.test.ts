import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { newId } from './new-id.ts'

t.test('newId: unique UUIDs of version 7, ordered by time', async (t) => {
  const before = Date.now()
  const ids = Array.from({ length: 1_000 }, newId)
  await sleep(2)
  const later = newId()
  for (const id of ids) {
    t.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    if (!(id < later)) t.fail(`${id} is not before ${later}`)
  }
  t.equal(new Set(ids).size, ids.length)
  const time = Number.parseInt(later.slice(0, 13).replace('-', ''), 16)
  t.ok(time > before && time <= Date.now(), 'it contains the current time')
})
