import type { Db } from '../../../platform/index.ts'
import { type Actor, activeItems, numberedName, type Scope } from '../../tree/index.ts'
import { type Entry, entryOfItem } from './entry.ts'

/** A folder that a collection lists, and the scope in which the caller accesses it. */
export interface CollectedFolder {
  id: string
  scope: Scope
}

/** Folders of a collection for a caller; those that are not active are left out of it. */
type CollectFolders = (actor: Actor) => Promise<readonly CollectedFolder[]>

export interface ListedFolder {
  entry: Entry
  scope: Scope
}

/** Name of the collection with all files of the caller's own account. */
export const ownFiles = 'files'

/** The collections at the root of WebDAV: the caller's own files, and lists of folders that other modules register. */
export class Collections {
  private readonly db: Db
  private readonly lists = new Map<string, CollectFolders>()
  constructor(db: Db) {
    this.db = db
  }

  /** Adds a collection below its name in URLs. */
  add(name: string, collect: CollectFolders): void {
    this.lists.set(name, collect)
  }

  get names(): readonly string[] {
    return [ownFiles, ...this.lists.keys()]
  }

  isList(name: string): boolean {
    return this.lists.has(name)
  }

  /**
   * Folders of a collection, by name. Folders of different owners may have the same: the later ones are numbered, in the order of
   * their ids, so that each keeps its URL while the list stays.
   */
  async folders(name: string, actor: Actor): Promise<ListedFolder[]> {
    const collected = (await this.lists.get(name)?.(actor)) ?? []
    if (collected.length === 0) return []
    const scopes = new Map(collected.map(({ id, scope }) => [id, scope]))
    const items = await activeItems(this.db, { ownerId: null, root: null, actor }, [...scopes.keys()].sort())
    const taken = new Set<string>()
    return items.map((item) => {
      let shown = item.attributes.name
      for (let number = 1; taken.has(shown); number++)
        shown = numberedName(item.attributes.name, number, { isFolder: true })
      taken.add(shown)
      return { entry: entryOfItem(item, shown), scope: scopes.get(item.id) as Scope }
    })
  }
}
