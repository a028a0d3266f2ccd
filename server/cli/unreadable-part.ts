import { statSync } from 'node:fs'
import { dirname } from 'node:path'

const canRead = 0o004
const canEnter = 0o001

/** The file, or the folder above it, that keeps other accounts from reading the file; null: they can read it. */
export const unreadablePart = (file: string): string | null => {
  if ((statSync(file).mode & canRead) === 0) return file
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder))
    if ((statSync(folder).mode & canEnter) === 0) return folder
  return null
}
