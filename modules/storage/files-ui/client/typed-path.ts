import { foldText } from '../../../shared/contract.ts'
import type { Completion, FoundPath } from '../../search/contract.ts'

/** A path that was asked for, and what was found. */
export interface AnsweredPath {
  path: string
  found: FoundPath
}

/** The path that a typed text means: from the root, or from the open folder if it begins with `.` or `..`. */
export const pathOfText = (text: string, here: readonly string[]): string => {
  // Names of folders may begin with a blank.
  const path = (/^\s+[./\\]/.test(text) ? text.trimStart() : text).replaceAll('\\', '/')
  return /^\.\.?(\/|$)/.test(path) ? [...here, path].join('/') : path
}

/** A link to a page; null for other texts. */
export const parsePageLink = (text: string): URL | null => {
  if (!/^\s*https?:\/\//i.test(text)) return null
  try {
    return new URL(text.trim())
  } catch {
    return null
  }
}

/** Splits a path into what ends with its last slash and the name after it. */
const split = (path: string): [above: string, name: string] => {
  const end = path.lastIndexOf('/') + 1
  return [path.slice(0, end), path.slice(end)]
}

/** The beginning of a name that was typed last. */
export const typedName = (text: string): string => split(text.replaceAll('\\', '/'))[1]

/** The text with this folder's name in place of what was typed last. */
export const withCompletedName = (text: string, name: string): string =>
  `${split(text.replaceAll('\\', '/'))[0]}${name}/`

/** Folders that complete the path, of an answer to it or to its beginning. */
export const completionsOf = (answer: AnsweredPath | null, path: string): readonly Completion[] => {
  if (!answer) return []
  const [above, name] = split(path)
  const [answered, begun] = split(answer.path)
  if (above !== answered || name === '.' || name === '..') return []
  const beginning = foldText(name)
  if (!beginning.startsWith(foldText(begun))) return []
  return answer.found.meta.completions.filter((folder) => foldText(folder.name).startsWith(beginning))
}

/** Whether an answer to the beginning of the path has all folders that complete it. */
export const hasAllCompletions = (answer: AnsweredPath | null, path: string): boolean => {
  if (!answer || answer.found.meta.more) return false
  const [above, name] = split(path)
  const [answered, begun] = split(answer.path)
  return above === answered && begun !== '.' && begun !== '..' && foldText(name).startsWith(foldText(begun))
}
