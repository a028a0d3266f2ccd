import { maxNameBytes } from '../contract.ts'

/** A longer extension counts as part of the name: the number and some of the name must fit beside the extension. */
const maxExtensionBytes = 200

/**
 * `photo.jpg`, 2 → `photo (2).jpg`, shortened before the number to `maxNameBytes`. Folders have no extension. The database
 * function `numbered_name` implements the same rule.
 */
export const numberedName = (name: string, number: number, { isFolder = false } = {}): string => {
  const dot = name.lastIndexOf('.')
  const suffix = !isFolder && dot > 0 && dot < name.length - 1 ? name.slice(dot) : ''
  const extension = Buffer.byteLength(suffix) > maxExtensionBytes ? '' : suffix
  const ending = ` (${number})${extension}`
  let stem = name.slice(0, name.length - extension.length)
  while (Buffer.byteLength(stem) + Buffer.byteLength(ending) > maxNameBytes) stem = [...stem].slice(0, -1).join('')
  return stem + ending
}
