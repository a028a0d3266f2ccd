import { createListeners } from './create-listeners.ts'
import type { UploadSelection } from './enqueue.ts'
import type { FailedListener, FoldersListener, UploadedListener, UploadTarget } from './types.ts'

/** A request to upload a selection. `target` null: only files that resume interrupted uploads. */
export interface UploadIntent {
  selection: Promise<UploadSelection | null>
  /** Whether the selection is added, once it is there. */
  isAccepted: Promise<boolean>
  target: UploadTarget | null
  /** A drop, whose folders take time to read. */
  dropped: boolean
}

/** Connects pages to the upload queue, whose code is loaded later: intents wait until it is connected. */
export const createIntentRelay = () => {
  const uploaded = createListeners<Parameters<UploadedListener>>()
  const failed = createListeners<Parameters<FailedListener>>()
  const foldersChanged = createListeners<Parameters<FoldersListener>>()
  const busy = createListeners<[]>()
  let busyNow = false
  const waiting: UploadIntent[] = []
  let receive: ((intent: UploadIntent) => void) | null = null
  return {
    onUploaded: uploaded.add,
    onFoldersChanged: foldersChanged.add,
    notifyUploaded: uploaded.emit,
    onFailed: failed.add,
    notifyFailed: failed.emit,
    notifyFoldersChanged: foldersChanged.emit,
    onBusy: busy.add,
    isBusy: () => busyNow,
    notifyBusy: (now: boolean): void => {
      if (now === busyNow) return
      busyNow = now
      busy.emit()
    },
    submit: (intent: UploadIntent): void => {
      if (receive) receive(intent)
      else waiting.push(intent)
    },
    /** Connects the queue. Returns a function that disconnects it. */
    connect: (receiver: (intent: UploadIntent) => void): (() => void) => {
      receive = receiver
      for (const intent of waiting.splice(0)) receiver(intent)
      return () => {
        if (receive === receiver) receive = null
      }
    },
  }
}

export type IntentRelay = ReturnType<typeof createIntentRelay>
