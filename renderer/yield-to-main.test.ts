import t from 'tap'
import { yieldToMain } from './yield-to-main.ts'

t.test('yieldToMain: runs after the current task and settles as the callback does', async (t) => {
  const order: string[] = []
  const later = yieldToMain(() => order.push('later'))
  await Promise.resolve()
  order.push('now')
  await later
  t.same(order, ['now', 'later'])
  const failing = yieldToMain(() => {
    throw new RangeError('no such language')
  })
  await t.rejects(failing, { message: 'no such language' })
})
