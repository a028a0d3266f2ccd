import type { Platform } from '../../platform/index.ts'
import { Copy, Large, Move, Operations, Restore } from '../operations/index.ts'
import { GrantRegistry } from '../remote-upload/index.ts'
import { Search, SearchIndex } from '../search/index.ts'
import type { Entitlements } from '../tree/index.ts'
import {
  Browse,
  Favourites,
  FolderSizes,
  Folders,
  LatestFiles,
  Marks,
  Navigation,
  Purge,
  StorageUse,
  Trash,
} from '../tree/index.ts'

/** The tree's services. Each call takes the scope of its caller first. */
export const createTree = ({ db, events, settings, jobs, log, realtime }: Platform, entitlements: Entitlements) => {
  const purge = new Purge(db, events)
  const searchIndex = new SearchIndex(db)
  const grants = new GrantRegistry()
  const operations = new Operations({ db, events, realtime, jobs, entitlements, grants, purge, log })
  const trash = new Trash(db, purge)
  const marks = new Marks()
  return {
    marks,
    grants,
    browse: new Browse(db, marks),
    latest: new LatestFiles(db, marks),
    navigation: new Navigation(db, marks),
    favourites: new Favourites(db),
    folders: new Folders(db, entitlements, settings),
    folderSizes: new FolderSizes({ db, events, jobs, log }),
    moves: new Move(db),
    copies: new Copy(db, entitlements, operations),
    operations,
    large: new Large(db, operations, trash),
    trash,
    restore: new Restore(db),
    purge,
    storageUse: new StorageUse(db, entitlements),
    search: new Search(db, searchIndex),
    searchIndex,
  }
}

export type Tree = ReturnType<typeof createTree>
