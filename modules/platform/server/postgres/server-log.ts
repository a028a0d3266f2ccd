import {
  chownSync,
  createReadStream,
  createWriteStream,
  fchownSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  statSync,
} from 'node:fs'
import { rename, rm, stat, truncate } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isDiskFull } from '../disk-errors.ts'
import type { DataFolder } from './cluster.ts'

const maxLogBytes = 8 * 1024 * 1024
const maxLogReadBytes = 64 * 1024

/**
 * Opens the log file, which the server inherits: it outlives a killed app and needs no helper process. Files created by root
 * are given to the server's account, which may start it next time.
 */
export const openServerLog = (file: string, { uid, gid }: DataFolder['spawnOptions']): number => {
  const isNew = mkdirSync(dirname(file), { recursive: true }) !== undefined
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > maxLogBytes) renameSync(file, `${file}.1`)
  const fd = openSync(file, 'a+', 0o600)
  if (uid !== undefined && gid !== undefined) {
    if (isNew) chownSync(dirname(file), uid, gid)
    fchownSync(fd, uid, gid)
  }
  return fd
}

/** Replaces the former log by the newest lines of the log. False when another process has emptied the log meanwhile. */
const keepNewest = async (file: string, size: number): Promise<boolean> => {
  const draft = `${file}.${process.pid}.new`
  try {
    const newest = createReadStream(file, { start: Math.max(size - maxLogBytes, 0), end: size - 1 })
    await pipeline(newest, createWriteStream(draft, { mode: 0o600 }))
    if ((await stat(file)).size < size) return false
    // A former log of another account can be replaced, not written.
    await rename(draft, `${file}.1`)
    return true
  } finally {
    await rm(draft, { force: true })
  }
}

/**
 * Moves the newest lines of a log longer than `maxBytes` to the former log. The file stays in place, because the server
 * keeps appending to it. Lines that it writes meanwhile may be lost. On a full disk the log is emptied without a copy; after
 * another failure it stays.
 */
export const limitServerLog = async (file: string, maxBytes = maxLogBytes): Promise<void> => {
  const { size } = await stat(file)
  if (size <= maxBytes) return
  const isCurrent = await keepNewest(file, size).catch((error: unknown) => {
    if (!isDiskFull(error)) throw error
    return true
  })
  if (isCurrent) await truncate(file)
}

export const logSize = (fd: number): number => fstatSync(fd).size

/** At most 64 KiB of the log, from byte `from` on. */
export const readServerLog = (fd: number, from: number): string => {
  const buffer = Buffer.alloc(Math.min(Math.max(logSize(fd) - from, 0), maxLogReadBytes))
  readSync(fd, buffer, 0, buffer.length, from)
  return buffer.toString('utf8').trim()
}
