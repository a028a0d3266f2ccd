/** Worker thread that stores batches of small files: writes, syncs and renames each, then syncs their folders (docs/security.md). */
import fs from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { parentPort } from 'node:worker_threads'
import { maxConcurrentSyncs, type WriteBatch, type WriteResult, type WriteTask } from './blob-writer-protocol.ts'

const { O_CREAT, O_DIRECTORY, O_EXCL, O_NOFOLLOW, O_RDONLY, O_WRONLY } = fs.constants

const writeAll = (fd: number, bytes: Uint8Array) => {
  for (let offset = 0; offset < bytes.length; ) {
    const written = fs.writeSync(fd, bytes, offset)
    if (written === 0) throw Object.assign(new Error('nothing written'), { code: 'EIO' })
    offset += written
  }
}

const failure = (id: number, failedAt: WriteResult['failedAt'], error: unknown): WriteResult => {
  const { code, message } = error as NodeJS.ErrnoException
  return { id, failedAt, code, message }
}

/** Frees this thread's copy of the bytes at once: until the next garbage collection, many MiB of them would accumulate. */
const release = ({ buffer, byteLength }: Uint8Array): void => {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}

/** Creates the staged file and returns its open descriptor. */
const write = ({ staged, bytes }: WriteTask): number => {
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

/** A single file is synced in this thread, because a trip through the thread pool only pays for several. */
const sync = async ({ staged }: WriteTask, fd: number, isSingle: boolean) => {
  try {
    if (isSingle) fs.fsyncSync(fd)
    else await fsync(fd)
  } catch (error) {
    fs.unlinkSync(staged)
    throw error
  } finally {
    fs.closeSync(fd)
  }
}

const openFolder = (path: string): number => fs.openSync(path, O_RDONLY | O_DIRECTORY)

/**
 * Runs each step for all files before the next step: the following syncs need not write again what the first one wrote to
 * the file system's journal. The disk completes a few concurrent syncs in little more time than one.
 */
const storeAll = async (batch: WriteBatch): Promise<WriteResult[]> => {
  const failures = new Map<WriteTask, WriteResult>()
  const fail = (file: WriteTask, failedAt: WriteResult['failedAt'], error: unknown) =>
    failures.set(file, failure(file.id, failedAt, error))
  const remaining = () => batch.filter((file) => !failures.has(file))
  const forEach = async (step: WriteResult['failedAt'], run: (file: WriteTask) => Promise<void> | void) => {
    const files = remaining()
    for (let at = 0; at < files.length; at += maxConcurrentSyncs)
      await Promise.all(
        files.slice(at, at + maxConcurrentSyncs).map(async (file) => {
          try {
            await run(file)
          } catch (error) {
            fail(file, step, error)
          }
        }),
      )
  }
  const descriptors = new Map<WriteTask, number>()
  await forEach('write', (file) => void descriptors.set(file, write(file)))
  await forEach('sync', (file) => sync(file, descriptors.get(file) as number, batch.length === 1))
  // Opened before the renames: the kernel reports a write error to each descriptor that was open when it happened, but not
  // to a later one when the other thread's sync has reported it already.
  const folders = new Map<string, number>()
  const folderOf = ({ blob }: WriteTask) => dirname(blob)
  try {
    await forEach('rename', (file) => {
      const path = folderOf(file)
      if (!folders.has(path)) folders.set(path, openFolder(path))
    })
    await forEach('rename', ({ staged, blob }) => fs.renameSync(staged, blob))
    for (const [path, files] of Map.groupBy(remaining(), folderOf))
      try {
        fs.fsyncSync(folders.get(path) as number)
      } catch (error) {
        for (const file of files) fail(file, 'sync', error)
      }
  } finally {
    for (const fd of folders.values()) fs.closeSync(fd)
  }
  return batch.map((file) => failures.get(file) ?? { id: file.id })
}

parentPort?.on('message', async (batch: WriteBatch) => parentPort?.postMessage(await storeAll(batch)))
