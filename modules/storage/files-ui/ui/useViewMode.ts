import type { Sorting } from '../../../shared/contract.ts'
import { useFolderView } from '../../../web/ui.ts'
import { useFiles } from './context.ts'
import { useListing } from './useOpened.ts'

/** List or grid, and the order, of the place on screen; each folder remembers its own. */
export const useDisplay = () => {
  const { files } = useFiles()
  const { opened } = useListing()
  const [{ preview }, change] = useFolderView(opened.place.id)
  return {
    preview,
    setPreview: (next: 'list' | 'grid') => change({ preview: next }),
    sort: (sorting: Sorting) => {
      change({ sorting })
      files.sort(sorting)
    },
  }
}
