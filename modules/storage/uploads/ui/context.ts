import { createContext, use } from 'react'
import type { Selection } from '../client/enqueue.ts'
import type { FailedListener, FoldersListener, UploadedListener, UploadTarget } from '../client/types.ts'
import type { Uploads } from '../client/uploads.ts'

export interface UploadsContextValue {
  uploads: Uploads
  /** What was picked or dropped; `target` null: only what continues interrupted uploads. */
  add(selection: Promise<Selection | null>, target: UploadTarget | null): Promise<void>
}

/** Of the queue's own panel and dialogs. */
export const UploadsContext = createContext<UploadsContextValue | null>(null)

export const useUploadsContext = (): UploadsContextValue => {
  const context = use(UploadsContext)
  if (!context) throw new Error('the panel needs an UploadsEngine above it')
  return context
}

/** How pages upload. All of it returns at once; the panel shows the rest. */
export interface UploadActions {
  addFiles(files: File[], target: UploadTarget): void
  /** Call within the drop event. */
  addDropped(transfer: DataTransfer, target: UploadTarget): void
  /** Opens the picker; call from a click or key. */
  pickFiles(target: UploadTarget): void
  pickFolder(target: UploadTarget): void
  /** A file is there. Returns what ends the listening. */
  onUploaded(listener: UploadedListener): () => void
  /** A file was refused; the person has been told. Returns what ends the listening. */
  onFailed(listener: FailedListener): () => void
  /** A folder upload is through: lists and trees of the target may be read again. */
  onFoldersChanged(listener: FoldersListener): () => void
  /** `isBusy` has changed. Returns what ends the listening. */
  onBusy(listener: () => void): () => void
  /** Files are on their way, or held back until somebody lets them go on. */
  isBusy(): boolean
}

export const UploadActionsContext = createContext<UploadActions | null>(null)
