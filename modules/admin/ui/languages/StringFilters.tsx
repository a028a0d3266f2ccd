import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { navigate } from 'vike/client/router'
import { Select, TextField, useT } from '../../../web/ui.ts'
import { type LanguageState, languageHref } from '../../client/language-query.ts'
import { stringFilters } from '../../contract.ts'

const searchDelayMs = 250

const go = (state: LanguageState, replace = false) =>
  navigate(languageHref({ ...state, page: undefined }), {
    keepScrollPosition: true,
    overwriteLastHistoryEntry: replace,
  })

/** Search and filter of the texts. Each change shows the first page. */
export const StringFilters = ({ state }: { state: LanguageState }) => {
  const t = useT()
  const [search, setSearch] = useState(state.search ?? '')
  const current = useRef(state)
  current.current = state
  useEffect(() => {
    if (search === (current.current.search ?? '')) return
    const timer = setTimeout(() => void go({ ...current.current, search: search || undefined }, true), searchDelayMs)
    return () => clearTimeout(timer)
  }, [search])
  return (
    <div className="flex flex-wrap items-end gap-2 border-b border-line p-3 sm:px-4">
      <TextField
        type="search"
        icon={Search}
        label={t('admin:languages.search')}
        hideLabel
        placeholder={t('admin:languages.search')}
        value={search}
        onValue={setSearch}
        className="min-w-48 grow basis-48"
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
