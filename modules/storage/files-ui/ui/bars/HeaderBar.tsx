import { useFiles } from '../context.ts'
import { SearchField } from '../search-dialog/SearchField.tsx'
import { useListing } from '../useListing.ts'
import { Breadcrumbs } from './Breadcrumbs.tsx'
import { LazyPasteBar } from './lazy-paste-bar.ts'
import { Toolbar } from './Toolbar.tsx'

/** Breadcrumbs and tools; in narrow headers, such as next to the details, in two rows. */
export const HeaderBar = () => (
  <div className="@container/header relative min-w-0 has-[input]:z-30">
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
      <div className="flex min-w-0 grow basis-full items-center gap-2 sm:@max-[38rem]/header:min-h-9 phone:basis-0 @min-[38rem]/header:basis-0">
        <div className="@container/path min-w-0 grow">
          <Breadcrumbs />
        </div>
        <FolderHeaders />
      </div>
      <div className="flex min-w-0 items-center gap-3 max-sm:gap-1 sm:@max-[38rem]/header:grow sm:@max-[38rem]/header:justify-between">
        <SearchField />
        <LazyPasteBar className="shrink-0 phone:hidden" />
        <Toolbar />
      </div>
    </div>
  </div>
)

/** Parts of extensions beside the path of the open folder. */
const FolderHeaders = () => {
  const { added } = useFiles()
  const { root, path, location } = useListing().folderView
  if (!root || location.section !== 'files') return null
  return added.map(({ id, FolderHeader }) => FolderHeader && <FolderHeader key={id} folder={root} path={path} />)
}
