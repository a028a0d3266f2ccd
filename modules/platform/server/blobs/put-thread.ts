/** Stores small files, a group in one visit: staged, synced, renamed, their folder synced (SECURITY.md §2.2 step 3). */
import fs from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { parentPort } from 'node:worker_threads'
import { type PutAnswer, type PutFile, type PutOrder, sideBySide } from './put-protocol.ts'

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

/** Frees this thread's copy of a file's bytes at once: left to the collector, many MiB of them would pile up. */
const release = ({ buffer, byteLength }: Uint8Array): void => {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}

/** A new file with these bytes, open. */
const write = ({ staged, bytes }: PutFile): number => {
  const fd = fs.openSync(staged, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
  try {
    writeAll(fd, bytes)
    release(bytes)
    return fd
  } catch (error) {
    fs.closeSync(fd)
    fs.unlinkSync(staged)
    throw error
  }
}

const fsync = promisify(fs.fsync)

/** A trip through the thread pool is for those that are not alone. */
const sync = async ({ staged }: PutFile, fd: number, alone: boolean) => {
  try {
    if (alone) fs.fsyncSync(fd)
    else await fsync(fd)
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

/**
 * Each step for all before the next: what a sync makes the journal write, those after it need not write again. The disk
 * takes some syncs side by side in little more time than one.
 */
const putAll = async (order: PutOrder): Promise<PutAnswer[]> => {
  const failures = new Map<PutFile, PutAnswer>()
  const fail = (file: PutFile, failedAt: PutAnswer['failedAt'], error: unknown) =>
    failures.set(file, failure(file.task, failedAt, error))
  const well = () => order.filter((file) => !failures.has(file))
  const each = async (step: PutAnswer['failedAt'], deed: (file: PutFile) => Promise<void> | void) => {
    const files = well()
    for (let at = 0; at < files.length; at += sideBySide)
      await Promise.all(
        files.slice(at, at + sideBySide).map(async (file) => {
          try {
            await deed(file)
          } catch (error) {
            fail(file, step, error)
          }
        }),
      )
  }
  const open = new Map<PutFile, number>()
  await each('write', (file) => void open.set(file, write(file)))
  await each('sync', (file) => sync(file, open.get(file) as number, order.length === 1))
  await each('rename', ({ staged, blob }) => fs.renameSync(staged, blob))
  for (const [folder, files] of Map.groupBy(well(), ({ blob }) => dirname(blob)))
    try {
      syncFolder(folder)
    } catch (error) {
      for (const file of files) fail(file, 'sync', error)
    }
  return order.map((file) => failures.get(file) ?? { task: file.task })
}

parentPort?.on('message', async (order: PutOrder) => parentPort?.postMessage(await putAll(order)))
