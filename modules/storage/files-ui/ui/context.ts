import { createContext, use } from 'react'
import type { ViewerStore } from '../../previews/ui.ts'
import type { Actions } from '../client/actions.ts'
import type { ClipboardStore } from '../client/clipboard.ts'
import type { DialogsStore } from '../client/dialogs.store.ts'
import type { DragStore } from '../client/drag.store.ts'
import type { FilesApi } from '../client/files.api.ts'
import type { FilesStore } from '../client/files.store.ts'
import type { OperationsStore } from '../client/operations.store.ts'
import type { SidebarStore } from '../client/sidebar.store.ts'
import type { ViewsStore } from '../client/views.store.ts'
import type { FilesExtension } from './extensions/types.ts'

/** Shared state of the files screens; one per app instance. */
export interface FilesApp {
  api: FilesApi
  files: FilesStore
  views: ViewsStore
  sidebar: SidebarStore
  actions: Actions
  folders: Actions['folders']
  dialogs: DialogsStore
  viewer: ViewerStore
  drag: DragStore
  operations: OperationsStore
  clipboard: ClipboardStore
  /** Extensions by other modules. */
  added: readonly FilesExtension[]
}

export const FilesContext = createContext<FilesApp | null>(null)

export const useFiles = (): FilesApp => {
  const app = use(FilesContext)
  if (!app) throw new Error('the files screens need a FilesProvider above them')
  return app
}
