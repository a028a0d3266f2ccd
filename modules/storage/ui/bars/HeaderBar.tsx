import { SearchField } from '../spotlight/SearchField.tsx'
import { useSelection } from '../useOpened.ts'
import { Breadcrumbs } from './Breadcrumbs.tsx'
import { PasteBar } from './PasteBar.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import { Toolbar } from './Toolbar.tsx'

/** Where we are and what can be done: the selection's actions while anything is selected. */
export const HeaderBar = () => {
  const { count, multi } = useSelection()
  return (
    <div className="flex min-w-0 items-center gap-3">
      <Breadcrumbs />
      {count > 0 || multi ? (
        <SelectionBar className="phone:hidden" />
      ) : (
        <>
          <SearchField />
          <PasteBar className="shrink-0 phone:hidden" />
          <Toolbar />
        </>
      )}
    </div>
  )
}
