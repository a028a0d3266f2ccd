import type { Selection } from './enqueue.ts'
import { listeners } from './listeners.ts'
import type { FailedListener, FoldersListener, UploadedListener, UploadTarget } from './types.ts'

/** What somebody picked or dropped; `target` null: only what continues interrupted uploads. */
export interface UploadWish {
  selection: Promise<Selection | null>
  target: UploadTarget | null
  /** A dropped folder: looking through it takes its time. */
  dropped: boolean
}

/** Stands between pages and the upload queue, whose code comes later: wishes wait for it, and none is lost. */
export const createRelay = () => {
  const uploaded = listeners<Parameters<UploadedListener>>()
  const failed = listeners<Parameters<FailedListener>>()
  const foldersChanged = listeners<Parameters<FoldersListener>>()
  const busy = listeners<[]>()
  let working = false
  const waiting: UploadWish[] = []
  let receive: ((wish: UploadWish) => void) | null = null
  return {
    onUploaded: uploaded.add,
    onFoldersChanged: foldersChanged.add,
    tellUploaded: uploaded.emit,
    onFailed: failed.add,
    tellFailed: failed.emit,
    tellFoldersChanged: foldersChanged.emit,
    onBusy: busy.add,
    isBusy: () => working,
    tellBusy: (now: boolean): void => {
      if (now === working) return
      working = now
      busy.emit()
    },
    wish: (wish: UploadWish): void => {
      if (receive) receive(wish)
      else waiting.push(wish)
    },
    /** The queue is there. Returns what disconnects it. */
    connect: (receiver: (wish: UploadWish) => void): (() => void) => {
      receive = receiver
      for (const wish of waiting.splice(0)) receiver(wish)
      return () => {
        if (receive === receiver) receive = null
      }
    },
  }
}

export type Relay = ReturnType<typeof createRelay>
