import type { UploadActions } from '../ui/context.ts'
import type { Selection } from './enqueue.ts'
import { fromDrop, fromFiles } from './files-from-drop.ts'
import type { Relay, UploadWish } from './intent-relay.ts'
import { pick } from './pick.ts'

/** What pages upload with: each wish goes to the queue, or waits for it. `through` may hold a selection back (null). */
export const wishesOf = (
  relay: Relay,
  wished: () => void,
  through: (selection: Promise<Selection | null>) => Promise<Selection | null> = (selection) => selection,
): UploadActions => {
  const wish = (selection: UploadWish['selection'], target: UploadWish['target'], dropped = false) => {
    relay.wish({ selection: through(selection), target, dropped })
    wished()
  }
  return {
    addFiles: (files, target) => wish(Promise.resolve(fromFiles(files)), target),
    addDropped: (transfer, target) => wish(fromDrop(transfer), target, true),
    pickFiles: (target) => wish(pick('files'), target),
    pickFolder: (target) => wish(pick('folder'), target),
    onUploaded: relay.onUploaded,
    onFailed: relay.onFailed,
    onFoldersChanged: relay.onFoldersChanged,
    onBusy: relay.onBusy,
    isBusy: relay.isBusy,
  }
}
