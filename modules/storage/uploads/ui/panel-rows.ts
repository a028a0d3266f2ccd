import type { Upload, UploadGroup } from '../client/types.ts'

/** One row of the panel: a dropped folder, or a file (`inner`: in an expanded folder). */
type PanelRow = { kind: 'group'; group: UploadGroup } | { kind: 'file'; upload: Upload; inner: boolean }

/** Rows of the panel in the order the files were added. A collapsed folder is one row. */
export const panelRows = (groups: readonly UploadGroup[], opened: ReadonlySet<number>): PanelRow[] => {
  const rows: PanelRow[] = []
  for (const group of groups) {
    if (group.folder !== null) rows.push({ kind: 'group', group })
    if (group.folder !== null && !opened.has(group.id)) continue
    for (const upload of group.uploads) rows.push({ kind: 'file', upload, inner: group.folder !== null })
  }
  return rows
}

export const rowKey = (row: PanelRow): string => (row.kind === 'group' ? `group-${row.group.id}` : row.upload.id)

/** Whether a file of this row is being uploaded or processed. */
export const isRowBusy = (row: PanelRow): boolean =>
  row.kind === 'file'
    ? row.upload.status === 'uploading' || row.upload.status === 'processing'
    : row.group.uploads.some(({ status }) => status === 'uploading' || status === 'processing')
