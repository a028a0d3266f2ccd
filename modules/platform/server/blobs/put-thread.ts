/** Writes small files, each from first to last in one visit: staged, synced, renamed (SECURITY.md §2.2 steps 1–3). */
import fs from 'node:fs'
import { parentPort } from 'node:worker_threads'
import type { PutAnswer, PutOrder } from './put-protocol.ts'

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = fs.constants

const writeAll = (fd: number, bytes: Uint8Array) => {
  for (let at = 0; at < bytes.length; ) {
    const written = fs.writeSync(fd, bytes, at)
    if (written === 0) throw Object.assign(new Error('nothing written'), { code: 'EIO' })
    at += written
  }
}

const put = ({ task, staged, blob, bytes }: PutOrder): PutAnswer => {
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
    const { code, message } = error as NodeJS.ErrnoException
    return { task, failedAt: step, code, message }
  }
}

parentPort?.on('message', (order: PutOrder) => parentPort?.postMessage(put(order)))
