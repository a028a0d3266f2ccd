import { useSnapshot } from 'valtio'
import type { Opened } from '../client/files.store.ts'
import { useFiles } from './context.ts'

/** The listing on screen; renders again when its rows change. */
export const useListing = (): {
  opened: Opened
  total: number
  status: 'empty' | 'ready' | 'error'
  version: number
} => {
  const { files } = useFiles()
  useSnapshot(files.state)
  const opened = files.current()
  const { version, total, status } = useSnapshot(opened.listing.state)
  return { opened, version, total, status }
}

/** The selection on screen; renders again when it changes. */
export const useSelection = () => {
  const { opened, version } = useListing()
  const { cursor, multi, version: selected } = useSnapshot(opened.selection.state)
  return { opened, cursor, multi, version, selected, count: opened.selection.count() }
}
