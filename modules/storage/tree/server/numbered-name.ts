import { maxNameBytes } from '../contract.ts'

/** An extension longer than this is part of the name: a number and something of the name have to fit in beside it. */
const maxExtensionBytes = 200

/**
 * `photo.jpg`, 2 → `photo (2).jpg`, cut to 255 bytes before the number. Folders have no extension. The database numbers
 * names in the same way (`numbered_name`).
 */
export const numbered = (name: string, number: number, isFolder = false): string => {
  const dot = name.lastIndexOf('.')
  const given = !isFolder && dot > 0 && dot < name.length - 1 ? name.slice(dot) : ''
  const extension = Buffer.byteLength(given) > maxExtensionBytes ? '' : given
  const ending = ` (${number})${extension}`
  let stem = name.slice(0, name.length - extension.length)
  while (Buffer.byteLength(stem) + Buffer.byteLength(ending) > maxNameBytes) stem = [...stem].slice(0, -1).join('')
  return stem + ending
}
