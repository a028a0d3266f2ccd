import t from 'tap'
import type { Item } from '../../tree/contract.ts'
import { createRelay, type UploadWish } from './intent-relay.ts'

const wish = (name: string): UploadWish => ({
  selection: Promise.resolve(null),
  target: { id: null, name },
  dropped: false,
})

t.test('wishes wait for the queue, in order, and go straight to it afterwards', async (t) => {
  const relay = createRelay()
  const got: (string | undefined)[] = []
  relay.wish(wish('a'))
  relay.wish(wish('b'))
  const stop = relay.connect(({ target }) => got.push(target?.name))
  relay.wish(wish('c'))
  t.strictSame(got, ['a', 'b', 'c'])
  stop()
  relay.wish(wish('d'))
  t.strictSame(got, ['a', 'b', 'c'], 'waits again')
  relay.connect(({ target }) => got.push(target?.name))
  t.strictSame(got, ['a', 'b', 'c', 'd'], 'each once')
})

t.test('who listened before the queue was there hears it', async (t) => {
  const relay = createRelay()
  const heard: unknown[] = []
  const stop = relay.onUploaded((item) => heard.push(item))
  const item = {} as Item
  relay.tellUploaded(item, { id: null, name: '' })
  stop()
  relay.tellUploaded(item, { id: null, name: '' })
  t.strictSame(heard, [item])
})
