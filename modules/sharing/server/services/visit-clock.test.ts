import t, { type Test } from 'tap'
import type { Db, Logger, Settings } from '../../../platform/index.ts'
import { AccessLog } from './access-log.ts'
import type { ShareAccess } from './share-access.ts'
import { VisitRows } from './visit-rows.ts'

/** As after so many minutes, within which the clock was set back by an hour. */
const passMinutes = (t: Test, minutes: number) => {
  const [wall, elapsed] = [Date.now(), performance.now()]
  t.intercept(Date, 'now', { value: () => wall - 3_600_000 })
  t.intercept(performance, 'now', { value: () => elapsed + minutes * 60_000 })
}

t.test('visits: a view a minute after another is counted, also when the clock was set back', async (t) => {
  const counts: unknown[] = []
  const query = async (_sql: string, values: unknown[]) => {
    if (values.length === 2) counts.push(values[1])
    return []
  }
  const log = new AccessLog({
    db: { query } as unknown as Db,
    settings: {} as Settings,
    log: {} as Logger,
    activity: { record: async () => undefined },
  })
  const view = async () => {
    log.recordPageView({ share: { id: 'link' }, visitor: '' } as unknown as ShareAccess, '192.0.2.1', 'client')
    await log.flush()
  }
  await view()
  await view()
  t.same(counts, [[1]])
  passMinutes(t, 2)
  await view()
  t.same(counts, [[1], [1]])
})

t.test('visits: have rows of their own again half an hour later, also when the clock was set back', async (t) => {
  const rows = new VisitRows()
  for (let n = 0; n < 1_000; n++) rows.add('link')
  t.equal(rows.isFull('link'), true)
  passMinutes(t, 31)
  t.equal(rows.isFull('link'), false)
})
