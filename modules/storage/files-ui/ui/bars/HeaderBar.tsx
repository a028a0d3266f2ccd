import { cx } from '../../../../web/ui.ts'
import { SearchField } from '../spotlight/SearchField.tsx'
import { useSelection } from '../useOpened.ts'
import { Breadcrumbs } from './Breadcrumbs.tsx'
import { PasteBar } from './PasteBar.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import { Toolbar } from './Toolbar.tsx'

/** Where we are and what can be done: the selection's actions while anything is selected. */
export const HeaderBar = () => {
  const { count, multi } = useSelection()
  const selecting = count > 0 || multi
  return (
    <div className="@container flex min-w-0 items-center gap-3">
      {/* Beside the details there may be room for the actions alone. */}
      <div className={cx('@container/path min-w-0 grow', selecting && 'sm:@max-[28rem]:sr-only')}>
        <Breadcrumbs />
      </div>
      {selecting ? (
        <SelectionBar className="ms-auto phone:hidden" />
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
