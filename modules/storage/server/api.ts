import type { Platform } from '../../platform/index.ts'
import type { Gates } from './gates.ts'
import { Browse } from './services/browse.ts'
import { Favourites } from './services/favourites.ts'
import { Folders } from './services/folders.ts'
import { LatestFiles } from './services/latest.ts'
import { Move } from './services/move.ts'
import { Navigation } from './services/navigation.ts'
import { Purge } from './services/purge.ts'
import { Restore } from './services/restore.ts'
import { Search } from './services/search.ts'
import { StorageUse } from './services/storage-usage.ts'
import { Trash } from './services/trash.ts'
import { SearchIndex } from './upkeep/search-index.ts'

/** The tree's services. Each call takes the scope of its caller first. */
export const createTree = ({ db, events, settings }: Platform, gates: Gates) => {
  const purge = new Purge(db, events)
  const searchIndex = new SearchIndex(db)
  return {
    browse: new Browse(db),
    latest: new LatestFiles(db),
    navigation: new Navigation(db),
    favourites: new Favourites(db),
    folders: new Folders(db, gates, settings),
    moves: new Move(db),
    trash: new Trash(db, purge),
    restore: new Restore(db),
    purge,
    storageUse: new StorageUse(db, gates),
    search: new Search(db, searchIndex),
    searchIndex,
  }
}

export type Tree = ReturnType<typeof createTree>
