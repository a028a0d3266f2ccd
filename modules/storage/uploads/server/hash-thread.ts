/** The thread that hashes what is being uploaded, from memory it shares with the server's. */
import { parentPort } from 'node:worker_threads'
import { Digest } from './digest.ts'
import type { HashAnswer, HashOrder } from './hash-protocol.ts'

const digests = new Map<number, Digest>()
const of = (id: number) => digests.get(id) as Digest

const obey = (order: HashOrder): HashAnswer => {
  switch (order.kind) {
    case 'begin':
      digests.set(order.id, order.from === null ? new Digest() : of(order.from).copy())
      break
    case 'update':
      of(order.id).update(Buffer.from(order.memory, 0, order.length))
      break
    case 'end': {
      const { sha256, crc32 } = of(order.id).end()
      digests.delete(order.id)
      return { task: order.task, sha256, crc32 }
    }
    case 'drop':
      digests.delete(order.id)
  }
  return { task: order.task }
}

parentPort?.on('message', (order: HashOrder) => parentPort?.postMessage(obey(order)))
