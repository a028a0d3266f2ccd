import { useSnapshot } from 'valtio'
import type { FolderView } from '../client/folder-view.ts'
import { useFiles } from './context.ts'

/** The open folder view; renders again when its rows change. */
export const useListing = (): {
  folderView: FolderView
  total: number
  status: 'empty' | 'ready' | 'error'
  version: number
} => {
  const { files } = useFiles()
  useSnapshot(files.state)
  const folderView = files.current()
  const { version, total, status } = useSnapshot(folderView.listing.state)
  return { folderView, version, total, status }
}

/** The selection; renders again when it changes. */
export const useSelection = () => {
  const { folderView, version } = useListing()
  const { cursor, multi, version: selected } = useSnapshot(folderView.selection.state)
  return { folderView, cursor, multi, version, selected, count: folderView.selection.count() }
}
