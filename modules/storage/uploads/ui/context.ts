import { createContext, type Dispatch, type SetStateAction, use } from 'react'
import type { UploadSelection } from '../client/enqueue.ts'
import type { IntentRelay } from '../client/intent-relay.ts'
import type { FailedListener, FoldersListener, UploadedListener, UploadTarget } from '../client/types.ts'
import type { UploadRoutes } from '../client/upload.api.ts'
import type { UploadsClient } from '../client/uploads.ts'

export interface UploadsContextValue {
  uploads: UploadsClient
  /** Adds a selection. `target` null: only files that resume interrupted uploads. */
  add(selection: Promise<UploadSelection | null>, target: UploadTarget | null): Promise<void>
}

/** For the panel and the dialogs of the queue. */
export const UploadsContext = createContext<UploadsContextValue | null>(null)

export const useUploadsContext = (): UploadsContextValue => {
  const context = use(UploadsContext)
  if (!context) throw new Error('the panel needs an UploadsRuntime above it')
  return context
}

/** The upload actions of pages. All return at once; the panel shows the progress. */
export interface UploadActions {
  addFiles(files: File[], target: UploadTarget): void
  /** Must be called within the drop event. */
  addDropped(transfer: DataTransfer, target: UploadTarget): void
  /** Opens the picker; requires a user gesture. */
  pickFiles(target: UploadTarget): void
  pickFolder(target: UploadTarget): void
  /** Called when a file is stored. Returns a function that removes the listener. */
  onUploaded(listener: UploadedListener): () => void
  /** Called when a file failed and the person was notified. Returns a function that removes the listener. */
  onFailed(listener: FailedListener): () => void
  /**
   * Called when all files of a folder have ended: listings of the target may be read again. Returns a function that
   * removes the listener.
   */
  onFoldersChanged(listener: FoldersListener): () => void
  /** Called when `isBusy` has changed. Returns a function that removes the listener. */
  onBusy(listener: () => void): () => void
  /** Whether files are being uploaded, or are paused. */
  isBusy(): boolean
}

export const UploadActionsContext = createContext<UploadActions | null>(null)

/** The queue of people who upload by a link. */
export interface VisitorQueue {
  routes: UploadRoutes
  relay: IntentRelay
  /** The element of the page that shows the panel; null: none is on the page now. Without it, the panel floats. */
  panelSlot?: HTMLElement | null | undefined
  /** Maximum bytes of a file, where the page's target accepts less than the server. */
  maxFileBytes?: number | null | undefined
}

export const VisitorQueueContext = createContext<Dispatch<SetStateAction<VisitorQueue | null>>>(() => {})
