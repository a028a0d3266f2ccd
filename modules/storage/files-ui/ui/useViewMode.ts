import type { Sorting } from '../../../shared/contract.ts'
import { useFolderView } from '../../../web/ui.ts'
import { useFiles } from './context.ts'
import { useListing } from './useListing.ts'

/** View mode and sort order of the open location; stored per folder. */
export const useViewMode = () => {
  const { files } = useFiles()
  const { folderView } = useListing()
  const [{ preview }, change] = useFolderView(folderView.location.id)
  return {
    preview,
    setPreview: (next: 'list' | 'grid') => change({ preview: next }),
    sort: (sorting: Sorting) => {
      change({ sorting })
      files.sort(sorting)
    },
  }
}
