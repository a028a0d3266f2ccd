import t from 'tap'
import { inOwnTask } from './own-task.ts'

t.test('done after what is under way; its end is the deed’s, good or bad', async (t) => {
  const order: string[] = []
  const later = inOwnTask(() => order.push('later'))
  await Promise.resolve()
  order.push('now')
  await later
  t.same(order, ['now', 'later'])
  const failing = inOwnTask(() => {
    throw new RangeError('no such language')
  })
  await t.rejects(failing, { message: 'no such language' })
})
