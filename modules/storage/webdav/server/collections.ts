import type { Db } from '../../../platform/index.ts'
import type { Item } from '../../tree/contract.ts'
import { type Actor, activeItems, type Scope } from '../../tree/index.ts'
import { type Entry, entryOfItem } from './entry.ts'

/** A folder that a collection lists, and the scope in which the caller accesses it. */
export interface CollectedFolder {
  id: string
  scope: Scope
  /** Email of the owner, where a collection lists folders of several. */
  owner?: string
}

/** Folders of a collection for a caller; those that are not active are left out of it. */
type CollectFolders = (actor: Actor) => Promise<readonly CollectedFolder[]>

export interface ListedFolder {
  entry: Entry
  scope: Scope
}

/**
 * Name of a listed folder, which no other folder in the list changes: programs that mirror a folder to a path would empty the one
 * that takes it over (D118). Names at an owner's root are unique; a folder within folders has the beginning of its id too.
 */
const listedName = ({ id, attributes: { name, parent_id } }: Item, owner: string | undefined): string => {
  const facts = [...(owner === undefined ? [] : [owner.replaceAll('/', '_')]), ...(parent_id ? [id.slice(0, 8)] : [])]
  return facts.length === 0 ? name : `${name} (${facts.join(', ')})`.normalize('NFC')
}

/** Name of the collection with all files of the caller's own account. */
export const ownFiles = 'files'

/** The collections at the root of WebDAV: the caller's own files, and lists of folders that other modules register. */
export class Collections {
  private readonly db: Db
  private readonly lists = new Map<string, { collect: CollectFolders; isOwn: boolean }>()
  constructor(db: Db) {
    this.db = db
  }

  /** Adds a collection below its name in URLs. `isOwn`: of folders of the caller's own account. */
  add(name: string, collect: CollectFolders, isOwn = false): void {
    this.lists.set(name, { collect, isOwn })
  }

  get names(): readonly string[] {
    return [ownFiles, ...this.lists.keys()]
  }

  /** Whether what is stored in a collection counts for the caller's own account. */
  isOwn(name: string): boolean {
    return name === ownFiles || this.lists.get(name)?.isOwn === true
  }

  isList(name: string): boolean {
    return this.lists.has(name)
  }

  /** Folders of a collection that are active. */
  async folders(name: string, actor: Actor): Promise<ListedFolder[]> {
    const collected = new Map((await this.lists.get(name)?.collect(actor))?.map((folder) => [folder.id, folder]))
    if (collected.size === 0) return []
    const items = await activeItems(this.db, { ownerId: null, root: null, actor }, [...collected.keys()])
    return items.map((item) => {
      const { scope, owner } = collected.get(item.id) as CollectedFolder
      return { entry: entryOfItem(item, listedName(item, owner)), scope }
    })
  }
}
