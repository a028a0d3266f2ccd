import type { UploadActions } from '../ui/context.ts'
import { fromDrop, fromFiles } from './files-from-drop.ts'
import type { IntentRelay, UploadIntent } from './intent-relay.ts'
import { loadFolderWalk } from './load-folder-walk.ts'
import { pickFiles } from './pick-files.ts'

/** The upload actions of pages: each sends an intent to the queue. `accept` may reject a selection. */
export const createUploadActions = (
  relay: IntentRelay,
  onIntent: () => void,
  accept: () => Promise<boolean> = async () => true,
): UploadActions => {
  const intent = (selection: UploadIntent['selection'], target: UploadIntent['target'], { dropped = false } = {}) => {
    const isAccepted = selection.then((chosen) => chosen !== null && accept())
    relay.submit({ selection, isAccepted, target, dropped })
    onIntent()
  }
  return {
    addFiles: (files, target) => intent(Promise.resolve(fromFiles(files)), target),
    addDropped: (transfer, target) => intent(fromDrop(transfer, loadFolderWalk), target, { dropped: true }),
    pickFiles: (target) => intent(pickFiles('files'), target),
    pickFolder: (target) => intent(pickFiles('folder'), target),
    onUploaded: relay.onUploaded,
    onFailed: relay.onFailed,
    onFoldersChanged: relay.onFoldersChanged,
    onBusy: relay.onBusy,
    isBusy: relay.isBusy,
  }
}
