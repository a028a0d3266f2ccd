import { checkName, extensionOf } from '../../tree/contract.ts'
import type { Rejection, UploadLimits } from './types.ts'

/** A file as selected. `path` is below the target, `A/B/name.ext`, or the bare name. */
export interface SelectedFile {
  file: File
  path: string
}

/** A file that is not sent. */
export interface RejectedFile extends SelectedFile {
  reason: Rejection
  /** The type or extension that is not allowed. */
  type?: string
}

interface ValidationResult {
  accepted: SelectedFile[]
  rejected: RejectedFile[]
}

/** The forbidden media subtype, type or extension of a file, or null. */
const forbidden = (file: File, name: string, blacklist: ReadonlySet<string>): string | null => {
  if (blacklist.size === 0) return null
  const type = file.type.split(';')[0]!.trim().toLowerCase()
  const subtype = type.split('/')[1] ?? ''
  const extension = extensionOf(name) ?? ''
  return [subtype, type, extension].find((word) => word !== '' && blacklist.has(word)) ?? null
}

/**
 * Separates files that cannot be uploaded before anything is sent: empty files, forbidden types, files
 * above the limit, invalid names. Skips `.DS_Store` without a notice. The server validates again.
 */
export const validateFiles = (chosen: readonly SelectedFile[], limits: UploadLimits): ValidationResult => {
  const result: ValidationResult = { accepted: [], rejected: [] }
  const blacklist = new Set(limits.blacklist)
  const folders = new Map<string, boolean>()
  const isWrong = (name: string) => 'problem' in checkName(name)
  const isWrongFolder = (name: string) => {
    const isInvalid = folders.get(name) ?? isWrong(name)
    folders.set(name, isInvalid)
    return isInvalid
  }
  const reject = (selected: SelectedFile, reason: Rejection, more?: { type: string }) =>
    result.rejected.push({ ...selected, reason, ...more })
  for (const selected of chosen) {
    const { path, file } = selected
    const steps = path.split('/')
    const name = steps.pop() ?? ''
    if (name === '.DS_Store') continue
    const type = forbidden(file, name, blacklist)
    if (isWrong(name) || steps.some(isWrongFolder)) reject(selected, 'names')
    else if (file.size === 0) reject(selected, 'empty')
    else if (type) reject(selected, 'blacklisted', { type })
    else if (limits.uploadLimit > 0 && file.size > limits.uploadLimit) reject(selected, 'too-large')
    else result.accepted.push(selected)
  }
  return result
}

const folderOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('/'), 0))

/**
 * Folders of the selection that contain no accepted file. They are created all the same, so that the tree is complete.
 */
export const foldersWithoutUploads = (chosen: readonly SelectedFile[], accepted: readonly SelectedFile[]): string[] => {
  const filled = new Set<string>()
  for (const { path } of accepted)
    for (let folder = folderOf(path); folder && !filled.has(folder); folder = folderOf(folder)) filled.add(folder)
  const withoutUploads = new Set(
    chosen.map(({ path }) => folderOf(path)).filter((folder) => folder && !filled.has(folder)),
  )
  return [...withoutUploads].filter((folder) => folder.split('/').every((name) => 'name' in checkName(name)))
}
