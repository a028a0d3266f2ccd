import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button, navigateInPlace, Select, TextField, useLatest, useT } from '../../../web/ui.ts'
import { requestFilters, requestsHref } from '../../client/owned-file-requests.api.ts'
import { requestsPath } from '../../client/share-badge.ts'
import { type FileRequestFilters, fileRequestStatuses, maxRequestSearch } from '../../contract.ts'
import { requestStatusText } from './request-status-text.ts'

const searchDelayMs = 250

/** Search and status of the owner's requests, whose state is in the URL. A form of its own works without scripts. */
export const RequestFilters = ({ filters }: { filters: FileRequestFilters }) => {
  const t = useT()
  const [search, setSearch] = useState(filters.search ?? '')
  const [status, setStatus] = useState<string>(filters.status ?? '')
  const shown = useLatest(filters)
  /** The search of the URL that this field has asked for. */
  const asked = useRef(filters.search ?? '')
  const apply = (wanted: FileRequestFilters, replaced: boolean) => {
    asked.current = wanted.search ?? ''
    const href = requestsHref(wanted)
    if (href !== requestsHref(shown.current)) void navigateInPlace(href, { overwriteLastHistoryEntry: replaced })
  }
  // A step in the history or a link has changed them; what was typed meanwhile stays.
  useEffect(() => {
    if ((filters.search ?? '') !== asked.current) setSearch(filters.search ?? '')
    asked.current = filters.search ?? ''
    setStatus(filters.status ?? '')
  }, [filters.search, filters.status])
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the text has changed
  useEffect(() => {
    if (search.trim() === asked.current) return
    const timer = setTimeout(() => apply(requestFilters({ search, status }), true), searchDelayMs)
    return () => clearTimeout(timer)
  }, [search])
  return (
    <form
      role="search"
      action={requestsPath}
      className="flex flex-wrap items-center gap-2 px-4 pb-3 lg:ps-5.5"
      onSubmit={(event) => {
        event.preventDefault()
        apply(requestFilters({ search, status }), true)
      }}
    >
      <TextField
        type="search"
        name="search"
        icon={Search}
        label={t('sharing:requests.search')}
        placeholder={t('sharing:requests.search')}
        hideLabel
        maxLength={maxRequestSearch}
        value={search}
        onValue={setSearch}
        className="min-w-48 grow basis-56 sm:max-w-96"
      />
      <Select
        name="status"
        label={t('sharing:requests.statusLabel')}
        hideLabel
        value={status}
        options={[
          { value: '', label: t('sharing:requests.all') },
          ...fileRequestStatuses.map((value) => ({ value, label: requestStatusText(value, t) })),
        ]}
        onValue={(value) => {
          setStatus(value)
          apply(requestFilters({ search, status: value }), false)
        }}
        className="min-w-36"
      />
      <span className="hidden noscript:block">
        <Button type="submit">{t('web:kit.search')}</Button>
      </span>
    </form>
  )
}
