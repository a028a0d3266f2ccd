import { Inbox, Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { announceIfUnknown, useItemChanges } from '../../../storage/ui.ts'
import {
  Button,
  EmptyState,
  errorToast,
  LinkButton,
  lazyComponent,
  navigateInPlace,
  useData,
  useFeedback,
  useLatest,
  useListFocus,
  usePageContext,
  useT,
} from '../../../web/ui.ts'
import { type FileRequestsPageData, fileRequestsApi, requestsHref } from '../../client/owned-file-requests.api.ts'
import { requestsPath } from '../../client/share-badge.ts'
import { appendPage, type LoadedList, mergePage } from '../../client/uploaded-list.ts'
import type { FileRequest } from '../../contract.ts'
import { FileRequestListRow } from './FileRequestListRow.tsx'
import { RequestFilters } from './RequestFilters.tsx'

const FileRequestDialog = lazyComponent(async () => (await import('./FileRequestDialog.tsx')).FileRequestDialog)

const pageOf = ({ requests, next }: Pick<FileRequestsPageData, 'requests' | 'next'>): LoadedList<FileRequest> => ({
  items: requests,
  cursor: next,
})

/** The owner's file requests. */
export const OwnedFileRequests = () => {
  const data = useData<FileRequestsPageData>()
  const t = useT()
  const feedback = useFeedback()
  const { filters } = data
  const filter = requestsHref(filters)
  const [{ filter: loadedFilter, ...loaded }, setLoaded] = useState(() => ({ ...pageOf(data), filter }))
  if (loadedFilter !== filter) setLoaded({ ...pageOf(data), filter })
  const { items: requests, cursor: next } = loaded
  const latest = useLatest(requests)
  const setRequests = (change: (all: FileRequest[]) => FileRequest[]) =>
    setLoaded((now) => ({ ...now, items: change(now.items) }))
  /** Changes the rows, unless others are wanted since. */
  const setRows = (change: (rows: LoadedList<FileRequest>) => LoadedList<FileRequest>) =>
    setLoaded((now) => (now.filter === filter ? { ...now, ...change(now) } : now))
  const isFiltered = filter !== requestsPath
  const list = useRef<HTMLUListElement>(null)
  const keepFocus = useListFocus(list, 'li')
  const [popup, setPopup] = useState<FileRequest | 'new' | null>(null)
  const { urlParsed } = usePageContext()
  const wanted = 'new' in urlParsed.search
  useEffect(() => setPopup(wanted ? 'new' : null), [wanted])
  const close = () => {
    setPopup(null)
    if (wanted) void navigateInPlace(filter, { overwriteLastHistoryEntry: true })
  }

  const showError = (error: unknown) => feedback.toast(errorToast(error, t))
  const changeFailed = (error: unknown) => {
    announceIfUnknown(error)
    showError(error)
  }
  const upsert = (changed: FileRequest) =>
    setRequests((all) =>
      all.some(({ id }) => id === changed.id)
        ? all.map((request) => (request.id === changed.id ? changed : request))
        : [changed, ...all],
    )
  // Files that people send, and changes in other tabs.
  const changes = useItemChanges()
  // biome-ignore lint/correctness/useExhaustiveDependencies: when something has changed, of what is shown then
  useEffect(() => {
    if (changes === 0) return
    let left = false
    const before = new Set(latest.current.map(({ id }) => id))
    // The next change asks again.
    fileRequestsApi.list(filters).then(
      (first) => left || setRows((now) => mergePage(now, before, pageOf(first))),
      () => undefined,
    )
    return () => {
      left = true
    }
  }, [changes, filter])
  const [busy, setBusy] = useState(false)
  const more = async () => {
    setBusy(true)
    try {
      const page = await fileRequestsApi.list(filters, next ?? '')
      setRows((now) => appendPage(now, pageOf(page)))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="@container min-h-0 grow scroll-py-2 overflow-y-auto pb-16">
      <div className="flex flex-wrap items-center gap-3 px-4 pt-1 pb-3 lg:ps-5.5">
        <p className="grow basis-36 text-13 text-muted">{t('sharing:requests.text')}</p>
        <Button variant="tinted" icon={Plus} onClick={() => setPopup('new')}>
          {t('sharing:requests.new')}
        </Button>
      </div>
      {(requests.length > 0 || isFiltered) && <RequestFilters filters={filters} />}
      {requests.length === 0 && isFiltered ? (
        <EmptyState
          icon={Inbox}
          title={t('sharing:requests.noneFound')}
          actions={<LinkButton href={requestsPath}>{t('sharing:requests.showAll')}</LinkButton>}
        />
      ) : requests.length === 0 ? (
        <EmptyState icon={Inbox} title={t('sharing:requests.empty')} text={t('sharing:requests.emptyText')} />
      ) : (
        <ul ref={list} {...keepFocus} className="border-t border-line" data-requests>
          {requests.map((request) => (
            <FileRequestListRow
              key={request.id}
              request={request}
              onChanged={upsert}
              onRevoked={() => setRequests((all) => all.filter(({ id }) => id !== request.id))}
              onEdit={() => setPopup(request)}
              onError={changeFailed}
            />
          ))}
        </ul>
      )}
      {next !== null && (
        <Button className="mx-4 mt-4" loading={busy} onClick={() => void more().catch(showError)}>
          {t('sharing:request.sent.more')}
        </Button>
      )}
      {popup && (
        <FileRequestDialog
          folder={null}
          request={popup === 'new' ? null : popup}
          onSaved={upsert}
          close={close}
          onNotLoaded={close}
        />
      )}
    </div>
  )
}
