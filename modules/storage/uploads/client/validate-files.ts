import { checkName, extensionOf, type NameProblem } from '../../tree/contract.ts'
import type { UploadLimits } from './types.ts'

/** A file as selected. `path` is below the target, `A/B/name.ext`, or the bare name. */
export interface SelectedFile {
  file: File
  path: string
}

export interface ValidationResult {
  accepted: SelectedFile[]
  empty: string[]
  /** With the type or extension that is not allowed. */
  blacklisted: { name: string; type: string }[]
  tooLarge: string[]
  badNames: { name: string; problem: NameProblem }[]
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
  const result: ValidationResult = { accepted: [], empty: [], blacklisted: [], tooLarge: [], badNames: [] }
  const blacklist = new Set(limits.blacklist)
  const folders = new Map<string, NameProblem | null>()
  const problemOf = (name: string) => {
    const checked = checkName(name)
    return 'problem' in checked ? checked.problem : null
  }
  const problemOfFolder = (name: string) => {
    const known = folders.get(name)
    if (known !== undefined) return known
    const problem = problemOf(name)
    folders.set(name, problem)
    return problem
  }
  for (const one of chosen) {
    const steps = one.path.split('/')
    const name = steps.pop() ?? ''
    if (name === '.DS_Store') continue
    const problem = problemOf(name) ?? steps.map(problemOfFolder).find((found) => found !== null) ?? null
    const type = forbidden(one.file, name, blacklist)
    if (problem) result.badNames.push({ name: one.path, problem })
    else if (one.file.size === 0) result.empty.push(one.path)
    else if (type) result.blacklisted.push({ name: one.path, type })
    else if (limits.uploadLimit > 0 && one.file.size > limits.uploadLimit) result.tooLarge.push(one.path)
    else result.accepted.push(one)
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
