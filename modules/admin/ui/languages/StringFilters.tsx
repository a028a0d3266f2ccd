import { Select, useT } from '../../../web/ui.ts'
import { type LanguageState, languageHref } from '../../client/language-query.ts'
import { stringFilters } from '../../contract.ts'
import { ListSearch } from '../ListSearch.tsx'
import { useListQuery } from '../useListQuery.ts'

/** Search and filter of the texts. Each change opens the first page. */
export const StringFilters = ({ state }: { state: LanguageState }) => {
  const t = useT()
  const { query, change } = useListQuery(state, (next) => languageHref({ ...next, cursor: undefined }))
  return (
    <div className="flex flex-wrap items-end gap-2 border-b border-line p-3 sm:px-4">
      <ListSearch
        label={t('admin:languages.search')}
        value={query.search ?? ''}
        onSearch={(search) => change({ search: search || undefined }, { replace: true })}
      />
      <Select
        label={t('admin:languages.filter.label')}
        hideLabel
        value={query.filter ?? 'all'}
        options={(['all', ...stringFilters] as const).map((value) => ({
          value,
          label: t(`admin:languages.filter.${value}`),
        }))}
        onValue={(value) => change({ filter: stringFilters.find((filter) => filter === value) })}
        className="min-w-36 phone:grow"
      />
    </div>
  )
}
