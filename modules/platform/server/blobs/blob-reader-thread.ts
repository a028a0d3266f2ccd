/** Worker thread that reads batches of small files into shared memory. */
import { parentPort } from 'node:worker_threads'
import type { ReadBatch, ReadResult } from './blob-reader-protocol.ts'
import { readFileSync } from './files.ts'

const readAll = ({ id, memory, paths, slices }: ReadBatch): ReadResult => {
  try {
    paths.forEach((path, n) => {
      readFileSync(path, Buffer.from(memory, ...(slices[n] as [number, number])))
    })
    return { id }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return { id, failure: { code, message } }
  }
}

parentPort?.on('message', (batch: ReadBatch) => parentPort?.postMessage(readAll(batch)))
parentPort?.postMessage({ id: 0 } satisfies ReadResult)
