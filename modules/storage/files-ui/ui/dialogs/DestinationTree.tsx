import { Search } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { Button, cx, Skeleton, TextField, useT } from '../../../../web/ui.ts'
import { LoadFailed } from '../LoadFailed.tsx'
import { Destination } from './Destination.tsx'
import type { DestinationRow } from './destination-rows.ts'
import type { Destinations } from './destinations.ts'

interface DestinationTreeProps {
  destinations: Destinations
  legend: string
  query: string
  setQuery: (query: string) => void
  picked: Pick<DestinationRow, 'id'> | null
  pick: (row: DestinationRow) => void
  /** Whether the folder can be chosen. */
  allowed?: (row: DestinationRow) => boolean
  /** The open folder behind the dialog. */
  here?: string | null
  /** The dialog has nothing else: on phones it scrolls as a whole. */
  isWhole?: boolean
}

/** Enter in a field does not submit the form around it. */
export const preventSubmitOnEnter = (event: KeyboardEvent): void => {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
}

/** A search field, and the folders to choose from. */
export const DestinationTree = ({ destinations, legend, query, setQuery, ...choice }: DestinationTreeProps) => {
  const t = useT()
  const { tree, rows, loading, failure } = destinations
  const { picked, pick, allowed, here = null, isWhole } = choice
  return (
    <>
      <TextField
        label={t('storage:dialog.move.search')}
        hideLabel
        icon={Search}
        placeholder={t('storage:dialog.move.search')}
        value={query}
        onValue={setQuery}
        onKeyDown={preventSubmitOnEnter}
        className="mb-3"
      />
      <fieldset
        className={cx(
          'min-h-40 min-w-0 overflow-y-auto rounded-md border border-line p-1',
          isWhole ? 'max-h-[50dvh] phone:max-h-none' : 'max-h-60',
        )}
      >
        <legend className="sr-only">{legend}</legend>
        {rows.map((row) =>
          'more' in row ? (
            <Button key={`more-${row.more}`} variant="quiet" onClick={() => destinations.loadMore(row.more)}>
              {t('storage:sidebar.more')}
            </Button>
          ) : (
            <Destination
              key={row.id ?? 'home'}
              row={row}
              possible={allowed?.(row) ?? true}
              picked={picked !== null && picked.id === row.id}
              here={picked === null && row.id !== null && row.id === here}
              pick={() => pick(row)}
              fold={() => row.id !== null && tree.toggle(row.id)}
            />
          ),
        )}
        {loading && <Skeleton shape="text" className="p-2" />}
        {failure && <LoadFailed error={failure.error} retry={failure.retry} />}
        {rows.length === 0 && !loading && !failure && (
          <p className="p-4 text-center text-14 text-muted">{t('web:kit.nothingFound')}</p>
        )}
      </fieldset>
    </>
  )
}
