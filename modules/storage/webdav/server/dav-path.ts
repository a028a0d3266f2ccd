import { davRoot } from '../../../users/contract.ts'
import { DavError } from './dav-error.ts'

/** Names on a path below the root of WebDAV; empty: the root itself. */
export type DavPath = readonly string[]

const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw new DavError(400)
  }
}

/**
 * Names of a URL's path. Programs spell one path in many ways: with empty segments, a slash at its end, or names in NFD. Rejects
 * what would name something else than it seems to: `.` and `..`, escaped slashes, U+0000, a fragment.
 */
export const readPath = (url: string): DavPath => {
  if (url.includes('#')) throw new DavError(400)
  const [path = ''] = url.split('?', 1)
  if (path !== davRoot.slice(0, -1) && !path.startsWith(davRoot)) throw new DavError(400)
  const names = path
    .slice(davRoot.length)
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => decoded(segment).normalize('NFC'))
  if (names.some((name) => name === '.' || name === '..' || /[/\0]/.test(name))) throw new DavError(400)
  return names
}

/** URL path of names; folders end with a slash. */
export const davHref = (path: DavPath, isFolder: boolean): string =>
  davRoot + path.map(encodeURIComponent).join('/') + (isFolder && path.length > 0 ? '/' : '')

/**
 * Path of a `Destination` or of a URL in `If`: a whole URL or its path. 502 for another server, which a proxy that changed the
 * scheme does not make of this one.
 */
export const readReference = (reference: string | undefined, hosts: readonly string[]): DavPath => {
  if (reference === undefined || reference === '') throw new DavError(400)
  const [, host, path] = /^(?:https?:\/\/([^/?#]*))?(\/.*)$/i.exec(reference) ?? []
  if (path === undefined) throw new DavError(400)
  if (host !== undefined && !hosts.includes(host.toLowerCase())) throw new DavError(502)
  if (path !== davRoot.slice(0, -1) && !path.startsWith(davRoot)) throw new DavError(502)
  return readPath(path)
}

/** Whether `inner` is the same path or below `outer`. */
export const isWithin = (inner: DavPath, outer: DavPath): boolean =>
  outer.length <= inner.length && outer.every((name, index) => name === inner[index])
