import { cx } from '../../../../web/ui.ts'
import { SearchField } from '../spotlight/SearchField.tsx'
import { useSelection } from '../useListing.ts'
import { Breadcrumbs } from './Breadcrumbs.tsx'
import { PasteBar } from './PasteBar.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import { Toolbar } from './Toolbar.tsx'

/** Breadcrumbs and toolbar; the actions of the selection while there is one. */
export const HeaderBar = () => {
  const { count, multi } = useSelection()
  const selecting = count > 0 || multi
  return (
    <div className="@container flex min-w-0 items-center gap-3">
      {/* Next to the details there may be room for the actions only. */}
      <div className={cx('@container/path min-w-0 grow', selecting && 'sm:@max-[28rem]:sr-only')}>
        <Breadcrumbs />
      </div>
      {selecting ? (
        // Without room for the path its text is cut, not its buttons.
        <SelectionBar className="ms-auto shrink-0 phone:hidden @max-[28rem]:shrink" />
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
