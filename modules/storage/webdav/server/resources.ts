import type { Db } from '../../../platform/index.ts'
import { type Actor, ownScope, type Scope } from '../../tree/index.ts'
import { type Collections, type ListedFolder, ownFiles } from './collections.ts'
import { DavError } from './dav-error.ts'
import type { DavPath } from './dav-path.ts'
import type { Entry } from './entry.ts'
import { walk } from './walk.ts'

/** The root of WebDAV, or a collection that lists folders of several places: nothing can be created in either. */
interface Listing {
  kind: 'root' | 'list'
  path: DavPath
}

/** The caller's own account: all of its items, without an item of its own. */
interface Account {
  kind: 'account'
  path: DavPath
  scope: Scope
  ids: readonly []
}

export interface DavItem {
  kind: 'item'
  path: DavPath
  scope: Scope
  entry: Entry
  /** The item and the folders above it within its collection, itself first. */
  ids: readonly string[]
  /** Whether a collection lists it: it then stands for a place, which calls of programs leave where it is. */
  isListed: boolean
}

/** A free name in a folder. */
export interface FreeName {
  kind: 'free'
  path: DavPath
  scope: Scope
  name: string
  /** The folders above it within its collection, the nearest first; empty in the root of an account. */
  ids: readonly string[]
}

/** Something below what does not exist, or is a file; or a name that a folder of another collection has. */
interface Nowhere {
  kind: 'nowhere'
  path: DavPath
}

export type Resource = Listing | Account | DavItem | FreeName | Nowhere

export type ExistingResource = Listing | Account | DavItem

/** 404 for what does not exist. */
export const existing = (resource: Resource): ExistingResource => {
  if (resource.kind === 'free' || resource.kind === 'nowhere') throw new DavError(404)
  return resource
}

/** A file or folder; 404 for what does not exist, 403 for the places that are there for everybody. */
export const requireItemAt = (resource: Resource): DavItem => {
  const found = existing(resource)
  if (found.kind !== 'item') throw new DavError(403)
  return found
}

/** Finds what a path names for a caller. */
export class Resources {
  private readonly db: Db
  private readonly collections: Collections
  constructor(db: Db, collections: Collections) {
    this.db = db
    this.collections = collections
  }

  async find(actor: Actor, path: DavPath): Promise<Resource> {
    const [collection, ...names] = path
    if (collection === undefined) return { kind: 'root', path }
    if (collection === ownFiles) {
      const scope = ownScope({ userId: actor.userId as string })
      if (names.length === 0) return { kind: 'account', path, scope, ids: [] }
      return this.below(path, scope, null, names)
    }
    if (!this.collections.isList(collection)) return { kind: 'nowhere', path }
    if (names.length === 0) return { kind: 'list', path }
    const [first, ...rest] = names
    const folders = await this.collections.folders(collection, actor)
    const [listed, other] = folders.filter(({ entry }) => entry.name === first)
    // A name of two folders leads to neither.
    if (!listed || other) return { kind: 'nowhere', path }
    const { entry, scope } = listed
    if (rest.length === 0) return { kind: 'item', path, scope, entry, ids: [entry.id], isListed: true }
    return this.below(path, scope, entry.id, rest, folders)
  }

  /** Resource below a folder, in the scope of the nearest one that the collection lists by itself too. */
  private async below(
    path: DavPath,
    scopeAbove: Scope,
    top: string | null,
    names: readonly string[],
    folders: readonly ListedFolder[] = [],
  ): Promise<Resource> {
    const steps = await walk(this.db, top ?? scopeAbove.ownerId, names)
    if (!steps) return { kind: 'nowhere', path }
    const scopes = new Map(folders.map(({ entry, scope }) => [entry.id, scope]))
    const scope = steps.reduce((nearest, { id }) => scopes.get(id) ?? nearest, scopeAbove)
    const ids = [...steps.map(({ id }) => id).reverse(), ...(top ? [top] : [])]
    const last = steps.at(-1)
    if (steps.length === names.length && last) return { kind: 'item', path, scope, entry: last, ids, isListed: false }
    const isInFolder = steps.length === names.length - 1 && (last?.isFolder ?? true)
    return isInFolder ? { kind: 'free', path, scope, name: names.at(-1) as string, ids } : { kind: 'nowhere', path }
  }
}
