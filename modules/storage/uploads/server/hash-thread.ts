/** Worker thread that hashes uploads in memory that it shares with the main thread. */
import { parentPort } from 'node:worker_threads'
import { ContentHasher, hashContent } from './content-hasher.ts'
import type { HashCommand, HashReply } from './hash-protocol.ts'

const digests = new Map<number, ContentHasher>()
const digestOf = (id: number) => digests.get(id) as ContentHasher

const execute = (command: HashCommand): HashReply => {
  switch (command.kind) {
    case 'whole':
      return { task: command.task, ...hashContent(Buffer.from(command.memory, 0, command.length)) }
    case 'begin':
      digests.set(command.id, command.from === null ? new ContentHasher() : digestOf(command.from).copy())
      break
    case 'update':
      digestOf(command.id).update(Buffer.from(command.memory, 0, command.length))
      break
    case 'end': {
      const { sha256, crc32 } = digestOf(command.id).end()
      digests.delete(command.id)
      return { task: command.task, sha256, crc32 }
    }
    case 'drop':
      digests.delete(command.id)
  }
  return { task: command.task }
}

parentPort?.on('message', (command: HashCommand) => parentPort?.postMessage(execute(command)))
