import { useMemo } from 'react'
import { useSnapshot } from 'valtio'
import type { ListSorting, ViewSettings } from '../../tree/contract.ts'
import type { ResolvedView } from '../client/view-settings.ts'
import { type Column, shownColumns } from './browser/columns.ts'
import { useFiles } from './context.ts'
import { useExtensionLists } from './extensions/useExtensionLists.ts'
import { useListing } from './useListing.ts'

/** View of the open location, and its setters; stored per folder and account. */
export const useView = (): Omit<ResolvedView, 'sorting'> & {
  change: (changes: ViewSettings) => void
  sort: (sorting: ListSorting) => void
} => {
  const { files, views } = useFiles()
  const { folderView } = useListing()
  useSnapshot(views.state).version
  const { location } = folderView
  return {
    ...views.resolve(location),
    change: (changes) => views.change(location, changes),
    sort: (sorting) => {
      views.change(location, { sorting })
      files.sort(sorting)
    },
  }
}

/** The columns of the open list besides the name. */
export const useColumns = (): readonly Column[] => {
  const { folderView } = useListing()
  const { list } = useExtensionLists()
  const { columns } = useView()
  const { location, sorting, root } = folderView
  const added = list(location.section)?.columns
  // Memoized, because rows compare it by identity.
  return useMemo(
    () => shownColumns({ location, sorting, root }, columns, added),
    [location, sorting, root, columns, added],
  )
}
