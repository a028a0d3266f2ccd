import t from 'tap'
import { createSpeedMeter, speedOfAll } from './speed.ts'
import { percentOf } from './state.ts'

t.test('speed: an average over the last seconds, never negative', async (t) => {
  const meter = createSpeedMeter()
  meter.sample(0, 0)
  t.equal(meter.speed(), null, 'one sample gives no speed')
  for (let second = 1; second <= 20; second++) meter.sample(second * 1_000, second * 1_000)
  t.equal(meter.speed(), 1_000)
  for (let second = 21; second <= 30; second++) meter.sample(20_000 + (second - 20) * 5_000, second * 1_000)
  t.equal(meter.speed(), 5_000, 'old samples are dropped')
  meter.sample(0, 31_000)
  t.equal(meter.speed(), 0)
})

t.test('speedOfAll: the sum of the running files', async (t) => {
  const files = (...speeds: (number | null)[]) => speeds.map((speed) => ({ status: 'uploading' as const, speed }))
  t.equal(speedOfAll(files(64), 28), 64, 'a pause before the only file does not lower it')
  t.equal(speedOfAll(files(10, 20), 25), 30)
  t.equal(speedOfAll(files(10, null), 25), 25, 'falls back while a file has no speed yet')
  t.equal(speedOfAll([{ status: 'processing', speed: 90 }, ...files(2)], 25), 25, 'and while a file is processed')
  t.equal(speedOfAll([], 25), 25)
  t.equal(speedOfAll([], null), null)
})

t.test('percentOf: stays between 0 and 100', async (t) => {
  t.strictSame([percentOf(0, 0), percentOf(1, 3), percentOf(5, 4), percentOf(-1, 4)], [0, 33, 100, 0])
})
