import { SearchField } from '../spotlight/SearchField.tsx'
import { Breadcrumbs } from './Breadcrumbs.tsx'
import { PasteBar } from './PasteBar.tsx'
import { Toolbar } from './Toolbar.tsx'

/** Breadcrumbs and tools; in narrow headers, such as next to the details, in two rows. */
export const HeaderBar = () => (
  <div className="@container/header min-w-0">
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
      <div className="@container/path min-w-0 grow basis-full phone:basis-0 @min-[42rem]/header:basis-0">
        <Breadcrumbs />
      </div>
      <div className="flex min-w-0 items-center gap-3 max-sm:gap-1 sm:@max-[42rem]/header:grow sm:@max-[42rem]/header:justify-between">
        <SearchField />
        <PasteBar className="shrink-0 phone:hidden" />
        <Toolbar />
      </div>
    </div>
  </div>
)
