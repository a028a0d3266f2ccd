import { chownSync, fchownSync, fstatSync, mkdirSync, openSync, readSync, renameSync, statSync } from 'node:fs'
import { copyFile, stat, truncate } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { DataFolder } from './cluster.ts'

const maxLogBytes = 8 * 1024 * 1024
const maxLogReadBytes = 64 * 1024

/**
 * Opens the log file, which the server inherits: it outlives a killed app and needs no helper process. What root creates is
 * that of the server's account, which may be the one that starts it the next time.
 */
export const openLog = (file: string, { uid, gid }: DataFolder['spawnOptions']): number => {
  const isNew = mkdirSync(dirname(file), { recursive: true }) !== undefined
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > maxLogBytes) renameSync(file, `${file}.1`)
  const fd = openSync(file, 'a+', 0o600)
  if (uid !== undefined && gid !== undefined) {
    if (isNew) chownSync(dirname(file), uid, gid)
    fchownSync(fd, uid, gid)
  }
  return fd
}

/**
 * Moves the content of a log longer than `maxBytes` to the former one. The server goes on writing: it appends to the file, which
 * therefore stays in place. What it writes meanwhile may be lost. A full disk keeps only the newest lines.
 */
export const limitLog = async (file: string, maxBytes = maxLogBytes): Promise<void> => {
  const { size } = await stat(file)
  if (size <= maxBytes) return
  await copyFile(file, `${file}.1`).catch(() => undefined)
  await truncate(file)
}

export const sizeOf = (fd: number): number => fstatSync(fd).size

/** What was written to it since `from`, the beginning of that. */
export const readLog = (fd: number, from: number): string => {
  const buffer = Buffer.alloc(Math.min(Math.max(sizeOf(fd) - from, 0), maxLogReadBytes))
  readSync(fd, buffer, 0, buffer.length, from)
  return buffer.toString('utf8').trim()
}
