import type { Upload, UploadGroup } from '../client/types.ts'

/** One line of the panel: a dropped folder as a whole, or a file (`inner`: of an opened folder). */
export type PanelRow = { kind: 'group'; group: UploadGroup } | { kind: 'file'; upload: Upload; inner: boolean }

/** Lines of the panel, in the order things were added; closed folders are one line each. */
export const rowsOf = (groups: readonly UploadGroup[], opened: ReadonlySet<number>): PanelRow[] => {
  const rows: PanelRow[] = []
  for (const group of groups) {
    if (group.folder !== null) rows.push({ kind: 'group', group })
    if (group.folder !== null && !opened.has(group.id)) continue
    for (const upload of group.uploads) rows.push({ kind: 'file', upload, inner: group.folder !== null })
  }
  return rows
}

export const rowKey = (row: PanelRow): string => (row.kind === 'group' ? `group-${row.group.id}` : row.upload.id)

/** Whether something of this line is on its way just now. */
export const isBusy = (row: PanelRow): boolean =>
  row.kind === 'file'
    ? row.upload.status === 'uploading' || row.upload.status === 'processing'
    : row.group.uploads.some(({ status }) => status === 'uploading' || status === 'processing')
