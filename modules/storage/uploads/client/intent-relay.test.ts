import t from 'tap'
import type { Item } from '../../tree/contract.ts'
import { createIntentRelay, type UploadIntent } from './intent-relay.ts'

const intent = (name: string): UploadIntent => ({
  selection: Promise.resolve(null),
  isAccepted: Promise.resolve(false),
  target: { id: null, name },
  dropped: false,
})

t.test('relay: intents wait for the queue in order, and reach it directly afterwards', async (t) => {
  const relay = createIntentRelay()
  const got: (string | undefined)[] = []
  relay.submit(intent('a'))
  relay.submit(intent('b'))
  const stop = relay.connect(({ target }) => got.push(target?.name))
  relay.submit(intent('c'))
  t.strictSame(got, ['a', 'b', 'c'])
  stop()
  relay.submit(intent('d'))
  t.strictSame(got, ['a', 'b', 'c'], 'waits again')
  relay.connect(({ target }) => got.push(target?.name))
  t.strictSame(got, ['a', 'b', 'c', 'd'], 'each once')
})

t.test('relay: a listener that was added before the queue is notified', async (t) => {
  const relay = createIntentRelay()
  const heard: unknown[] = []
  const stop = relay.onUploaded((item) => heard.push(item))
  const item = {} as Item
  const file = new File([], 'a')
  relay.notifyUploaded(item, { id: null, name: '' }, file)
  stop()
  relay.notifyUploaded(item, { id: null, name: '' }, file)
  t.strictSame(heard, [item])
})
