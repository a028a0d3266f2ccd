import { randomUuid } from '../../tree/ui.ts'
import type { JournalEntry } from './journal.ts'
import type { Upload, UploadGroup, UploadTarget } from './types.ts'
import type { RejectedFile, SelectedFile } from './validate-files.ts'

/** Target of the interrupted upload that an entry stands for. */
export const targetOfEntry = ({ parentId, parentName, isForeign }: JournalEntry): UploadTarget => ({
  id: parentId,
  name: parentName,
  isForeign,
})

/** The upload of a selected file; `entry`: journal entry of an interrupted upload, which it continues. */
export const createUpload = (chosen: SelectedFile, group: UploadGroup, entry: JournalEntry | null): Upload => ({
  id: entry?.id ?? randomUuid(),
  file: chosen.file,
  name: chosen.path.slice(chosen.path.lastIndexOf('/') + 1).normalize('NFC'),
  size: chosen.file.size,
  target: entry ? targetOfEntry(entry) : group.target,
  path: chosen.path,
  group,
  choice: entry?.choice ?? null,
  status: 'checking',
  isChecked: entry?.isChecked ?? false,
  offset: 0,
  inFlightBytes: 0,
  mustQueryOffset: entry !== null,
  isStarted: entry !== null,
  mayBeStored: false,
  failure: null,
  speed: null,
  abort: null,
})

/** A selected file that is not sent. It is listed as failed. */
export const createRejected = (file: RejectedFile, group: UploadGroup): Upload => ({
  ...createUpload(file, group, null),
  status: 'failed',
  failure: { code: file.reason, status: 0, message: null, rejected: file.reason },
})

/** The folder of the selection that a path is in; null: none. */
export const topFolderOf = (path: string): string | null => {
  const slash = path.indexOf('/')
  return slash < 0 ? null : path.slice(0, slash)
}
