import { X } from 'lucide-react'
import { LinkButton, Select, useT } from '../../web/ui.ts'
import { type FilterValues, listHref } from '../client/list-page.ts'
import { DayRangeForm } from './DayRangeForm.tsx'
import { ListSearch } from './ListSearch.tsx'
import { useListQuery } from './useListQuery.ts'

interface Choice {
  name: string
  label: string
  /** Label of the option that filters nothing. */
  all: string
  options: readonly { value: string; label: string }[]
}

interface Props {
  path: string
  filters: FilterValues
  searchLabel: string
  choices: readonly Choice[]
  /** Shows the fields for the first and last day too. */
  hasDays?: boolean
}

/**
 * Search and filters of a list whose state is in the URL. Each change reloads the list from its first page. The list of one
 * `user` has a link to the list of all.
 */
export const ListFilters = ({ path, filters, searchLabel, choices, hasDays = false }: Props) => {
  const t = useT()
  const { query, change } = useListQuery<FilterValues>(filters, (next) => listHref(path, next))
  return (
    <div className="flex flex-wrap items-end gap-2 border-b border-line p-3 sm:px-4">
      <ListSearch
        label={searchLabel}
        value={query.search ?? ''}
        onSearch={(search) => change({ search }, { replace: true })}
      />
      {choices.map(({ name, label, all, options }) => (
        <Select
          key={name}
          label={label}
          hideLabel
          value={query[name] ?? ''}
          options={[{ value: '', label: all }, ...options]}
          onValue={(value) => change({ [name]: value })}
          className="min-w-36 max-w-full phone:grow"
        />
      ))}
      {hasDays && (
        <DayRangeForm key={`${query.since} ${query.until}`} since={query.since} until={query.until} onApply={change} />
      )}
      {query.user && (
        <LinkButton href={listHref(path, { ...query, user: undefined })} icon={X} variant="quiet">
          {t('admin:audit.everybody')}
        </LinkButton>
      )}
    </div>
  )
}
