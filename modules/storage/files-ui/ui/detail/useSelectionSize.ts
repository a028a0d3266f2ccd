import { useEffect, useState } from 'react'
import { itemCalls } from '../../client/item-calls.ts'
import { targetCalls, targetSize, wholeListingTarget } from '../../client/selection-target.ts'
import { useFiles } from '../context.ts'
import { useSelection } from '../useListing.ts'

/** Rows of a list that are loaded to add up their sizes, where the server does not add them up. */
const maxLoadedRows = 5_000
/** Time in ms after the last change of the selection. */
const measureDelayMs = 150

/**
 * Bytes of the selection, null while unknown: asks the server, or loads the missing rows of the list. Not by `useLoad`, which
 * would be added to the first load of the files screens.
 */
export const useSelectionSize = (): number | null => {
  const { files } = useFiles()
  const { folderView, count, selected } = useSelection()
  const { selection, listing } = folderView
  const { total, version } = listing.state
  const items = listing.known().flatMap(({ index, item }) => (selection.has(index) ? [item] : []))
  const isMissing = items.length < count
  const byServer = wholeListingTarget(folderView) !== null
  const [measured, setMeasured] = useState<{ of: string; size: number } | null>(null)
  const key = `${selected}/${count}/${version}`
  useEffect(() => {
    if (!isMissing) return
    if (!byServer) {
      if (total <= maxLoadedRows) files.loadRows(0, total)
      return
    }
    let isCurrent = true
    const measure = async () => {
      const target = wholeListingTarget(folderView)
      const [call] = target ? targetCalls(target) : []
      if (!call || !('selection' in call)) return
      const size = await itemCalls.selectionSize(call.selection)
      if (isCurrent) setMeasured({ of: key, size })
    }
    const timer = setTimeout(() => measure().catch(() => undefined), measureDelayMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [isMissing, byServer, total, files, folderView, key])
  if (!isMissing) return targetSize(items)
  return measured?.of === key ? measured.size : null
}
