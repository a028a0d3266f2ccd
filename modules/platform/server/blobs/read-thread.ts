/** Reads small files, many in one visit. */
import { parentPort } from 'node:worker_threads'
import { readFileSync } from './files.ts'
import type { ReadAnswer, ReadOrder } from './read-protocol.ts'

const readAll = ({ task, memory, paths, places }: ReadOrder): ReadAnswer => {
  try {
    paths.forEach((path, n) => {
      readFileSync(path, Buffer.from(memory, ...(places[n] as [number, number])))
    })
    return { task }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return { task, failure: { code, message } }
  }
}

parentPort?.on('message', (order: ReadOrder) => parentPort?.postMessage(readAll(order)))
// It is there.
parentPort?.postMessage({ task: 0 } satisfies ReadAnswer)
