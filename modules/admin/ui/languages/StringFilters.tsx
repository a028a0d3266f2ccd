import { navigate } from 'vike/client/router'
import { Select, useT } from '../../../web/ui.ts'
import { type LanguageState, languageHref } from '../../client/language-query.ts'
import { stringFilters } from '../../contract.ts'
import { ListSearch } from '../ListSearch.tsx'

const go = (state: LanguageState, replace = false) =>
  navigate(languageHref({ ...state, cursor: undefined }), {
    keepScrollPosition: true,
    overwriteLastHistoryEntry: replace,
  })

/** Search and filter of the texts. Each change shows the first page. */
export const StringFilters = ({ state }: { state: LanguageState }) => {
  const t = useT()
  return (
    <div className="flex flex-wrap items-end gap-2 border-b border-line p-3 sm:px-4">
      <ListSearch
        label={t('admin:languages.search')}
        value={state.search ?? ''}
        onSearch={(search) => void go({ ...state, search: search || undefined }, true)}
      />
      <Select
        label={t('admin:languages.filter.label')}
        hideLabel
        value={state.filter ?? 'all'}
        options={(['all', ...stringFilters] as const).map((value) => ({
          value,
          label: t(`admin:languages.filter.${value}`),
        }))}
        onValue={(value) => void go({ ...state, filter: stringFilters.find((filter) => filter === value) })}
        className="min-w-36 phone:grow"
      />
    </div>
  )
}
