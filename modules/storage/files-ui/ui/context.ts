import { createContext, use } from 'react'
import type { ViewerStore } from '../../previews/ui.ts'
import type { Actions } from '../client/actions.ts'
import type { ClipboardStore } from '../client/clipboard.ts'
import type { FolderMaker } from '../client/create-folder.ts'
import type { ScreenStore } from '../client/dialogs.store.ts'
import type { Drag } from '../client/drag.ts'
import type { FilesStore } from '../client/files.store.ts'
import type { OperationsStore } from '../client/operations.store.ts'
import type { SidebarStore } from '../client/sidebar.store.ts'
import type { StorageApi } from '../client/storage.api.ts'
import type { AddedToFiles } from './extensions/types.ts'

/** Everything the files screens share; one per app instance. */
export interface FilesApp {
  api: StorageApi
  files: FilesStore
  sidebar: SidebarStore
  actions: Actions
  folders: FolderMaker
  screen: ScreenStore
  viewer: ViewerStore
  drag: Drag
  operations: OperationsStore
  clipboard: ClipboardStore
  /** What other modules add. */
  added: readonly AddedToFiles[]
  /** Ms since 1970 at which the server rendered: until hydration “now” for both sides. */
  renderedAt: number
}

export const FilesContext = createContext<FilesApp | null>(null)

export const useFiles = (): FilesApp => {
  const app = use(FilesContext)
  if (!app) throw new Error('the files screens need a FilesProvider above them')
  return app
}
