import t from 'tap'
import { RestartDelays } from './restart-delays.ts'

t.test('a server that cannot start is started less and less often, and at once when it has run again', async (t) => {
  const delays = new RestartDelays()
  const attempts: number[] = []
  for (let now = 0; now < 3_600_000; now += 500)
    if (delays.mayStart(now)) {
      attempts.push(now / 1_000)
      delays.failed(now)
    }
  t.same(attempts.slice(0, 9), [0, 1, 3, 7, 15, 31, 63, 123, 183])
  t.ok(attempts.length < 70, 'once a minute')
  t.notOk(delays.isFirst)
  delays.started()
  t.ok(delays.isFirst)
  delays.failed(4_000_000)
  t.notOk(delays.mayStart(4_000_500))
  t.ok(delays.mayStart(4_001_000))
})
