import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * Folders and small files that the next start requires (keys, passwords, the marker of the installation). Each call syncs
 * what it wrote, so that a power cut leaves all of it or nothing.
 */

/** Makes the directory entries of a folder durable. Windows has no such call and orders them itself. */
export const syncFolder = (folder: string): void => {
  if (process.platform === 'win32') return
  const fd = openSync(folder, 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

/** Creates a folder and its missing ancestors, durably. */
export const makeFolder = (folder: string, mode = 0o777): void => {
  const target = resolve(folder)
  const first = mkdirSync(target, { recursive: true, mode })
  if (first === undefined) return
  for (let made = target; made.length >= first.length; made = dirname(made)) syncFolder(dirname(made))
}

/** Replaces a file that only its owner may read, atomically. Of two processes at once, one is the last. */
export const writeSecret = (file: string, text: string): void => {
  const draft = `${file}.${process.pid}.new`
  const fd = openSync(draft, 'w', 0o600)
  try {
    writeSync(fd, text)
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
  renameSync(draft, file)
  syncFolder(dirname(file))
}
