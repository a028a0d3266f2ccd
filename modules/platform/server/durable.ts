import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * Folders and small files that the next start cannot do without (keys, passwords, the mark of the installation): they
 * are on the disk before anything is built upon them, so a power cut leaves all of it or nothing.
 */

/** Has the entries of a folder written. Windows has no such call, and orders them by itself. */
export const syncFolder = (folder: string): void => {
  if (process.platform === 'win32') return
  const fd = openSync(folder, 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

/** Makes a folder with all above it that are missing. */
export const makeFolder = (folder: string, mode = 0o777): void => {
  const wanted = resolve(folder)
  const first = mkdirSync(wanted, { recursive: true, mode })
  if (first === undefined) return
  for (let made = wanted; made.length >= first.length; made = dirname(made)) syncFolder(dirname(made))
}

const write = (file: string, text: string, flag: 'a' | 'w') => {
  const fd = openSync(file, flag, 0o600)
  try {
    writeSync(fd, text)
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

/** Writes a file that only its owner may read: whole, or not at all. */
export const writeSecret = (file: string, text: string): void => {
  write(`${file}.new`, text, 'w')
  renameSync(`${file}.new`, file)
  syncFolder(dirname(file))
}

/** Adds to such a file; makes it where it is missing. */
export const appendSecret = (file: string, text: string): void => {
  write(file, text, 'a')
  syncFolder(dirname(file))
}
