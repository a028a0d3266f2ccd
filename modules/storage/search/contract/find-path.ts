import {
  array,
  boolean,
  endpoint,
  nullable,
  object,
  optional,
  type Static,
  string,
  uuid,
} from '../../../shared/contract.ts'
import { ItemEmoji, ParentRef } from '../../tree/contract.ts'

/** Characters of a path. */
export const maxPathLength = 8_000
/** Folders that complete a path, per response. */
export const maxCompletions = 20

const Completion = object({ id: uuid(), name: string(), color: nullable(string()), emoji: nullable(ItemEmoji) })
export type Completion = Static<typeof Completion>

/**
 * `path`: names with `/` between them, from the root of the caller's files or from a folder that another account opened to
 * the caller; `.` and `..` are understood. `top`: the topmost folder that is meant, where several have the first name.
 */
const PathQuery = object({ path: string({ maxLength: maxPathLength }), top: optional(uuid()) })
export type PathQuery = Static<typeof PathQuery>

/**
 * `folders`: the folders of the path as far as they were found, topmost first. `file`: where the path ends with one.
 * `missing`: the first name that was not found. `completions`: the folders whose name begins with the last name of the path,
 * by name; all in the folder after a final `/`.
 */
export const FoundPath = object({
  data: object({
    folders: array(ParentRef),
    file: nullable(object({ id: uuid(), name: string() })),
    missing: nullable(string()),
  }),
  meta: object({ completions: array(Completion), more: boolean() }),
})
export type FoundPath = Static<typeof FoundPath>

/** Names are compared as in the search: without case and accents; an exactly equal one is preferred. */
export const findPath = endpoint({
  method: 'GET',
  path: '/api/browse/path',
  summary: 'Find a folder or file by its path',
  access: 'session',
  query: PathQuery,
  response: { 200: FoundPath },
  errors: [],
})
