import { type ReactNode, use, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { formatLocale } from '../../../shared/contract.ts'
import {
  emitInThisTab,
  formatBytes,
  loadInTime,
  onPageVisible,
  toastLoadError,
  useData,
  useFeedback,
  useLatest,
  usePageContext,
  useSessionEnded,
  useT,
} from '../../../web/ui.ts'
import { createViewer } from '../../previews/ui.ts'
import { type CompactListing, expandListing, type Item, itemsChanged, type ViewSettings } from '../../tree/contract.ts'
import { apiErrorOf, locationOf } from '../../tree/ui.ts'
import { createActions } from '../client/actions.ts'
import { createClipboard } from '../client/clipboard.ts'
import { createDialogs } from '../client/dialogs.store.ts'
import { createDrag } from '../client/drag.store.ts'
import { createFilesApi } from '../client/files.api.ts'
import { createFiles } from '../client/files.store.ts'
import type { FolderViewData } from '../client/folder-view.ts'
import { createOperations } from '../client/operations.store.ts'
import { createSidebar, type SidebarData, type SidebarUsage } from '../client/sidebar.store.ts'
import { createViews } from '../client/views.store.ts'
import { openLocation } from './browser/open-item.ts'
import { type FilesApp, FilesContext } from './context.ts'
import { FilesExtensionsContext } from './extensions/types.ts'
import { useHistory } from './useHistory.ts'
import { useLive } from './useLive.ts'

/** Data of every files page, returned by its `+data`. */
export interface FilesPageData extends Omit<FolderViewData, 'listing'> {
  listing: CompactListing
  /** View settings: of all folders and lists with the first page of a tab, else of this one and the root. */
  views: Record<string, ViewSettings | null>
  /** Only with the first page of a tab; afterwards the browser keeps it up to date. */
  sidebar: SidebarData | null
  usage: SidebarUsage
  /** The folder does not exist, or is not the reader's. The response has status 404. */
  notFound?: true
  /** The file that the URL shows (`?view=`), and its item if it is in scope. */
  viewed: { id: string; item: Item | null } | null
}

const loadChanges = loadInTime(() => import('../client/server-changes.ts'))

const folderViewData = (data: FilesPageData): FolderViewData => ({ ...data, listing: expandListing(data.listing) })

/** Callbacks that are set after the stores which call them. */
interface Link {
  onError?: (error: unknown) => void
  onStale?: () => void
  idle?: () => Promise<void> | null
  /** Set when the files screens have been left; actions that began there may go on. */
  left?: boolean
}

const useApp = (data: FilesPageData, link: Link): FilesApp => {
  const added = use(FilesExtensionsContext)
  const feedback = useFeedback()
  const sessionEnded = useSessionEnded()
  const { locale } = usePageContext()
  const t = useT()
  const translate = useLatest(t)
  const [app] = useState((): FilesApp => {
    const lists = added.flatMap((addition) => addition.lists)
    const sections = lists.map(({ section }) => section)
    const api = createFilesApi((view, sorting, where, size) => {
      const list = lists.find((one) => one.section === view)
      return list ? list.page(sorting, where, size) : Promise.reject(new Error(`no list ${view}`))
    })
    const dialogs = createDialogs()
    const views = createViews({ patch: api.changeView, read: api.views })
    views.receive(data.views)
    const onError = (error: unknown) => link.onError?.(error)
    const idle = () => link.idle?.() ?? null
    const files = createFiles(
      {
        api,
        sortingOf: (location) => views.resolve(location).sorting,
        onError,
        onStale: () => link.onStale?.(),
        onLeave: dialogs.closeAll,
        idle,
      },
      folderViewData(data),
    )
    const subfolders: typeof api.subfolders = (id, cursor) =>
      lists.find(({ section }) => section === id)?.level?.(cursor) ?? api.subfolders(id, cursor)
    const sidebar = createSidebar({ ...api, subfolders }, data.sidebar, {
      idle,
      onFailure: (failure) => failure && onError(failure.error),
    })
    sidebar.setUsage(data.usage)
    const operations = createOperations(api)
    const actions = createActions({
      api,
      files,
      sidebar,
      feedback,
      sessionEnded,
      open: (location) => openLocation(files, location),
      watch: operations.watch,
      loadChanges: async (deps) => (await loadChanges()).createServerChanges(deps, feedback),
      tellNotLoaded: () => toastLoadError(feedback, translate.current),
      onChanged: () => {
        files.callEnded()
        if (link.left) emitInThisTab(itemsChanged, { parent_id: null, everything: true })
      },
      t: (key, values) => translate.current(key, values),
      bytes: (size) => formatBytes(size, locale),
      askConflict: dialogs.questions.ask,
      list: (texts) => new Intl.ListFormat(formatLocale(locale)).format(texts),
    })
    link.idle = actions.idle
    link.onError = (error) => {
      // A failed listing shows its error itself. A toast is for errors behind a listing that is shown.
      if (apiErrorOf(error).code === 'unauthenticated') void sessionEnded(files.retry)
      else if (files.current().listing.state.status === 'ready') actions.showError(error)
    }
    return {
      api,
      files,
      views,
      sidebar,
      actions,
      folders: actions.folders,
      dialogs,
      viewer: createViewer(
        { id: data.viewed?.id ?? null, item: data.viewed?.item ?? null },
        (pathname) => locationOf(pathname, sections) !== null,
      ),
      drag: createDrag(),
      operations,
      clipboard: createClipboard(),
      added,
    }
  })
  return app
}

const useAfterPaint = typeof document === 'undefined' ? useEffect : useLayoutEffect

/** Provides the state of the files screens. Lives as long as their layout. */
export const FilesProvider = ({ children }: { children: ReactNode }): ReactNode => {
  const data = useData<FilesPageData>()
  const [link] = useState<Link>({})
  const app = useApp(data, link)
  useLive(app, link)
  useEffect(() => {
    link.left = false
    return () => {
      link.left = true
    }
  }, [link])
  const seen = useRef(data)
  useAfterPaint(() => {
    if (seen.current === data) return
    seen.current = data
    app.views.receive(data.views)
    app.files.showPage(folderViewData(data))
    if (data.sidebar) app.sidebar.seed(data.sidebar)
    app.sidebar.setUsage(data.usage)
    app.viewer.follow(location.search, data.viewed?.item)
  }, [data, app])
  useHistory(app, data.location)
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the first page; later ones are opened within the files screens
  useEffect(() => {
    // The listing shows errors; the tree is fetched again with the next change.
    if (!data.sidebar) app.sidebar.load().catch(() => undefined)
  }, [app])
  useEffect(() => {
    // `pagehide` comes when the next document has been rendered: a reloaded page would show the view before the change.
    const leaving = ['beforeunload', 'pagehide']
    for (const event of leaving) window.addEventListener(event, app.views.flush)
    return () => {
      for (const event of leaving) window.removeEventListener(event, app.views.flush)
    }
  }, [app])
  useEffect(
    () =>
      onPageVisible(() => {
        app.files.refreshIfOld()
        app.sidebar.reloadUsage()
      }),
    [app],
  )
  return <FilesContext value={app}>{children}</FilesContext>
}
