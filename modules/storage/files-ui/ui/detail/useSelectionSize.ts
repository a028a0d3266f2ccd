import { useEffect } from 'react'
import { sizeOf } from '../../client/selection-target.ts'
import { useFiles } from '../context.ts'
import { useSelection } from '../useListing.ts'

/** Rows of a list that are loaded to add up their sizes. */
const maxLoadedRows = 5_000

/** Bytes of the selection, null while unknown: loads the missing rows of the list, unless there are very many. */
export const useSelectionSize = (): number | null => {
  const { files } = useFiles()
  const { folderView, count, selected } = useSelection()
  const { selection, listing } = folderView
  const { total } = listing.state
  const items = listing.known().flatMap(({ index, item }) => (selection.has(index) ? [item] : []))
  const isMissing = items.length < count && total <= maxLoadedRows
  // biome-ignore lint/correctness/useExhaustiveDependencies: another selection may need other rows
  useEffect(() => {
    if (isMissing) files.loadRows(0, total)
  }, [isMissing, total, files, selected])
  return items.length === count ? sizeOf(items) : null
}
