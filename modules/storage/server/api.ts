import type { Platform } from '../../platform/index.ts'
import type { Gates } from './gates.ts'
import { Grounds } from './grounds.ts'
import { Marks } from './marks.ts'
import { Browse } from './services/browse.ts'
import { Copy } from './services/copy.ts'
import { Favourites } from './services/favourites.ts'
import { FolderSizes } from './services/folder-sizes.ts'
import { Folders } from './services/folders.ts'
import { Large } from './services/large.ts'
import { LatestFiles } from './services/latest.ts'
import { Move } from './services/move.ts'
import { Navigation } from './services/navigation.ts'
import { Operations } from './services/operations.ts'
import { Purge } from './services/purge.ts'
import { Restore } from './services/restore.ts'
import { Search } from './services/search.ts'
import { StorageUse } from './services/storage-usage.ts'
import { Trash } from './services/trash.ts'
import { SearchIndex } from './upkeep/search-index.ts'

/** The tree's services. Each call takes the scope of its caller first. */
export const createTree = ({ db, events, settings, jobs, log, realtime }: Platform, gates: Gates) => {
  const purge = new Purge(db, events)
  const searchIndex = new SearchIndex(db)
  const grounds = new Grounds()
  const operations = new Operations({ db, events, realtime, jobs, gates, grounds, purge, log })
  const trash = new Trash(db, purge)
  const marks = new Marks()
  return {
    marks,
    grounds,
    browse: new Browse(db, marks),
    latest: new LatestFiles(db, marks),
    navigation: new Navigation(db, marks),
    favourites: new Favourites(db),
    folders: new Folders(db, gates, settings),
    folderSizes: new FolderSizes({ db, events, jobs, log }),
    moves: new Move(db),
    copies: new Copy(db, gates, operations),
    operations,
    large: new Large(db, operations, trash),
    trash,
    restore: new Restore(db),
    purge,
    storageUse: new StorageUse(db, gates),
    search: new Search(db, searchIndex),
    searchIndex,
  }
}

export type Tree = ReturnType<typeof createTree>
