/** Stores small files, a group in one visit: staged, synced, renamed, their folder synced (SECURITY.md §2.2 step 3). */
import fs from 'node:fs'
import { dirname } from 'node:path'
import { parentPort } from 'node:worker_threads'
import type { PutAnswer, PutFile, PutOrder } from './put-protocol.ts'

const { O_CREAT, O_DIRECTORY, O_EXCL, O_NOFOLLOW, O_RDONLY, O_WRONLY } = fs.constants

const writeAll = (fd: number, bytes: Uint8Array) => {
  for (let at = 0; at < bytes.length; ) {
    const written = fs.writeSync(fd, bytes, at)
    if (written === 0) throw Object.assign(new Error('nothing written'), { code: 'EIO' })
    at += written
  }
}

const failure = (task: number, failedAt: PutAnswer['failedAt'], error: unknown): PutAnswer => {
  const { code, message } = error as NodeJS.ErrnoException
  return { task, failedAt, code, message }
}

const put = ({ task, staged, blob, bytes }: PutFile): PutAnswer => {
  let step: PutAnswer['failedAt'] = 'write'
  try {
    const fd = fs.openSync(staged, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
    try {
      writeAll(fd, bytes)
      step = 'sync'
      fs.fsyncSync(fd)
    } catch (error) {
      fs.unlinkSync(staged)
      throw error
    } finally {
      fs.closeSync(fd)
    }
    step = 'rename'
    fs.renameSync(staged, blob)
    return { task }
  } catch (error) {
    return failure(task, step, error)
  }
}

const syncFolder = (path: string) => {
  const fd = fs.openSync(path, O_RDONLY | O_DIRECTORY)
  try {
    fs.fsyncSync(fd)
  } finally {
    fs.closeSync(fd)
  }
}

const putAll = (order: PutOrder): PutAnswer[] => {
  const answers = new Map(order.map((file) => [file, put(file)]))
  const stored = order.filter((file) => !answers.get(file)?.failedAt)
  for (const [folder, files] of Map.groupBy(stored, ({ blob }) => dirname(blob)))
    try {
      syncFolder(folder)
    } catch (error) {
      for (const file of files) answers.set(file, failure(file.task, 'sync', error))
    }
  return [...answers.values()]
}

parentPort?.on('message', (order: PutOrder) => parentPort?.postMessage(putAll(order)))
