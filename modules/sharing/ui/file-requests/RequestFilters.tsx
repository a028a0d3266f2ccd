import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button, navigateInPlace, Select, TextField, useLatest, useNavigationDeclined, useT } from '../../../web/ui.ts'
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
  const typed = useLatest({ search, status })
  /** The filters that were requested last: those of the page, or of one that is on its way. */
  const asked = useRef(filters)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const apply = (wanted: FileRequestFilters, replaced: boolean) => {
    clearTimeout(timer.current)
    const href = requestsHref(wanted)
    if (href === requestsHref(asked.current)) return
    asked.current = wanted
    void navigateInPlace(href, { overwriteLastHistoryEntry: replaced })
  }
  const applyTyped = () => apply(requestFilters(typed.current), true)
  /** Shows the filters of the page. What was typed since they were requested stays. */
  const follow = () => {
    if (filters.search !== asked.current.search) setSearch(filters.search ?? '')
    asked.current = filters
    setStatus(filters.status ?? '')
  }
  // Also of a step in the history or a link, which may drop a search that was on its way: the filters are then the former ones.
  useEffect(follow, [filters])
  useNavigationDeclined(follow)
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the text has changed
  useEffect(() => {
    timer.current = setTimeout(applyTyped, searchDelayMs)
    return () => clearTimeout(timer.current)
  }, [search])
  return (
    <form
      role="search"
      action={requestsPath}
      className="flex flex-wrap items-center gap-2 px-4 pb-3 lg:ps-5.5"
      onSubmit={(event) => {
        event.preventDefault()
        applyTyped()
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
        // The next click may navigate: a later search would undo that.
        onBlur={applyTyped}
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
