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

/** A new file with these bytes, open. */
const write = ({ staged, bytes }: PutFile): number => {
  const fd = fs.openSync(staged, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
  try {
    writeAll(fd, bytes)
    return fd
  } catch (error) {
    fs.closeSync(fd)
    fs.unlinkSync(staged)
    throw error
  }
}

const sync = ({ staged }: PutFile, fd: number) => {
  try {
    fs.fsyncSync(fd)
  } catch (error) {
    fs.unlinkSync(staged)
    throw error
  } finally {
    fs.closeSync(fd)
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

/** Each step for all before the next: what a sync makes the journal write, those after it need not write again. */
const putAll = (order: PutOrder): PutAnswer[] => {
  const failures = new Map<PutFile, PutAnswer>()
  const each = (files: readonly PutFile[], step: PutAnswer['failedAt'], deed: (file: PutFile) => void) =>
    files.filter((file) => {
      try {
        deed(file)
        return true
      } catch (error) {
        failures.set(file, failure(file.task, step, error))
        return false
      }
    })
  const open = new Map<PutFile, number>()
  const written = each(order, 'write', (file) => open.set(file, write(file)))
  const synced = each(written, 'sync', (file) => sync(file, open.get(file) as number))
  const named = each(synced, 'rename', ({ staged, blob }) => fs.renameSync(staged, blob))
  for (const [folder, files] of Map.groupBy(named, ({ blob }) => dirname(blob)))
    try {
      syncFolder(folder)
    } catch (error) {
      for (const file of files) failures.set(file, failure(file.task, 'sync', error))
    }
  return order.map((file) => failures.get(file) ?? { task: file.task })
}

parentPort?.on('message', (order: PutOrder) => parentPort?.postMessage(putAll(order)))
