import type { Sql } from '../../../platform/index.ts'
import type { ParentRef } from '../../tree/contract.ts'
import { requireFolder, type Scope } from '../../tree/index.ts'
import { foldersBelow } from './folders-below.ts'

/** The items of one owner among which a search looks. */
export interface SearchArea {
  ownerId: string
  /** Scopes by their root, which is null for all items of the owner. */
  scopes: ReadonlyMap<string | null, Scope>
  /** Finds items below this folder only; null for no restriction. */
  within: string | null
  /** Roots of scopes that are found, too. */
  rootIds: string[]
  /** Finds children of these folders and the roots only; null for no restriction. */
  parentIds: string[] | null
  /** There are too many folders to list: the path of each candidate is checked instead. */
  unscoped: boolean
  /** Finds these items only. */
  ids?: readonly string[]
  /** Finds items that these accounts have created only. */
  creatorIds?: readonly string[]
  /** Finds neither these items nor children of these folders. */
  excludedIds?: readonly string[]
  /** Finds these folders and what lies below them only. */
  inside?: ReadonlySet<string>
  /** Finds neither these items nor what lies below them. */
  outside?: ReadonlySet<string>
}

/**
 * The area of one scope, or of a folder in it, which itself is not found. 404 `parent-not-found` when that is not in scope.
 */
export const areaOfScope = async (
  sql: Sql,
  scope: Scope,
  folder: string | null,
  maxFolders: number,
): Promise<SearchArea> => {
  const within = folder?.toLowerCase() ?? null
  const root = within ?? scope.root
  await requireFolder(sql, scope, root)
  const parentIds = root === null ? null : await foldersBelow(sql, scope.ownerId, [root], maxFolders)
  const scopes = new Map([[scope.root, scope]])
  return {
    ownerId: scope.ownerId,
    scopes,
    within,
    rootIds: [],
    parentIds,
    unscoped: root !== null && !parentIds,
  }
}

/** The areas of all scopes of a caller, one for each owner. Folders that the scopes open to the caller are found, too. */
export const areasOfScopes = (sql: Sql, scopes: readonly Scope[], maxFolders: number): Promise<SearchArea[]> =>
  Promise.all(
    Array.from(Map.groupBy(scopes, ({ ownerId }) => ownerId)).map(async ([ownerId, ofOwner]): Promise<SearchArea> => {
      const rootIds = ofOwner.flatMap(({ root }) => root ?? [])
      const isRestricted = rootIds.length === ofOwner.length
      const parentIds = isRestricted ? await foldersBelow(sql, ownerId, rootIds, maxFolders) : null
      return {
        ownerId,
        scopes: new Map(ofOwner.map((scope) => [scope.root, scope])),
        within: null,
        rootIds,
        parentIds,
        unscoped: isRestricted && !parentIds,
      }
    }),
  )

/**
 * The scope in which an item of the area is found, the topmost one that permits changes, else the nearest, and the path of its
 * parent from there; null outside of the area. `path`: of its parent, from the owner's root.
 */
export const locateInArea = (
  { scopes, within, rootIds, inside, outside }: SearchArea,
  id: string,
  path: readonly ParentRef[],
): { scope: Scope; path: ParentRef[] } | null => {
  const chain = path.map((folder) => folder.id)
  if (within !== null && !chain.includes(within)) return null
  const isAmong = (ids: ReadonlySet<string>) => ids.has(id) || chain.some((folder) => ids.has(folder))
  if ((inside && !isAmong(inside)) || (outside && isAmong(outside))) return null
  const ownScope = scopes.get(null)
  if (ownScope) return { scope: ownScope, path: [...path] }
  if (rootIds.includes(id)) chain.push(id)
  const editable = chain.findIndex((folder) => scopes.get(folder)?.permission === 'editor')
  const start = editable < 0 ? chain.findLastIndex((folder) => scopes.has(folder)) : editable
  const scope = scopes.get(chain[start] ?? null)
  return scope ? { scope, path: path.slice(start) } : null
}
