import type { Feedback } from '../../../../web/ui.ts'
import type { ConflictAnswer, NameConflict, Operation } from '../../../operations/contract.ts'
import type { SectionLocation } from '../../../tree/ui.ts'
import type { FilesApi } from '../files.api.ts'
import type { FilesStore } from '../files.store.ts'
import type { ItemCalls } from '../item-calls.ts'
import type { PendingFolders } from '../pending-folders.ts'
import type { SidebarStore } from '../sidebar.store.ts'
import type { Undo } from '../undo.ts'
import type { SerialQueue } from './serial-queue.ts'

export interface ActionsDeps {
  api: FilesApi
  files: FilesStore
  sidebar: SidebarStore
  feedback: Pick<Feedback, 'toast' | 'dismiss' | 'isVisible' | 'confirm' | 'alert'>
  t: (key: string, values?: Record<string, unknown>) => string
  /** Asks about names that are taken; the answer is null when cancelled. Null: the page that would ask has been left. */
  askConflict: (conflict: NameConflict, where: string | null) => Promise<ConflictAnswer | null> | null
  /** Joins texts as a list of the reader's language. */
  list: (texts: readonly string[]) => string
  /** Formats a size in bytes for the reader's locale. */
  bytes: (size: number) => string
  /** Opens another folder or list. */
  open: (location: SectionLocation) => void
  /** Shows the progress of a bulk operation and returns it. */
  watch: <T extends Operation | null>(operation: T) => T
}

/** Parts that changes share with the code that loads with the page. */
export interface SharedChangeDeps {
  /** Folders that the server has not confirmed yet. */
  pending: PendingFolders
  queue: SerialQueue
  showError: (error: unknown, retry?: () => void) => void
}

export interface ChangesDeps extends ActionsDeps, SharedChangeDeps {
  api: FilesApi & ItemCalls
  /** The undoable steps, which outlive the files screens like their toasts. */
  undo: Undo
}
