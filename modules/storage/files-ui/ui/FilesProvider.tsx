import { type ReactNode, use, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { folderView } from '../../../web/contract.ts'
import { formatBytes, onPageVisible, useData, useFeedback, usePageContext, useShell, useT } from '../../../web/ui.ts'
import { createViewer } from '../../previews/ui.ts'
import type { Item } from '../../tree/contract.ts'
import { refusalOf } from '../../tree/ui.ts'
import { createActions } from '../client/actions.ts'
import { createClipboard } from '../client/clipboard.ts'
import { createFolderMaker } from '../client/create-folder.ts'
import { createScreen } from '../client/dialogs.store.ts'
import { createDrag } from '../client/drag.ts'
import { createFiles, type PlaceData } from '../client/files.store.ts'
import { createOperations } from '../client/operations.store.ts'
import { createSidebar, type SidebarData } from '../client/sidebar.store.ts'
import { createStorageApi } from '../client/storage.api.ts'
import { type FilesApp, FilesContext } from './context.ts'
import { AddedContext } from './extensions/context.ts'
import { useHistory } from './useHistory.ts'
import { useLive } from './useLive.ts'

/** What the `+data` of every page of the files returns. */
export interface FilesPageData extends PlaceData {
  /** Ms since 1970. */
  now: number
  /** Only with the first page of a tab; later the browser keeps it up to date itself. */
  sidebar: SidebarData | null
  /** The file that the address puts on show (`?view=`), and what is known of it. */
  viewed: { id: string; item: Item | null } | null
}

const signIn = () => {
  location.assign(`/sign-in?redirect=${encodeURIComponent(location.pathname + location.search)}`)
}

/** What the stores ask of those made after them. */
interface Link {
  refused?: (error: unknown) => void
  doubted?: () => void
}

const useApp = (data: FilesPageData, link: Link): FilesApp => {
  const added = use(AddedContext)
  const feedback = useFeedback()
  const shell = useShell()
  const { locale } = usePageContext()
  const t = useT()
  const translate = useRef(t)
  translate.current = t
  const [app] = useState((): FilesApp => {
    const lists = added.flatMap((addition) => addition.lists)
    const api = createStorageApi((view, where, size) => {
      const list = lists.find((one) => one.view === view)
      return list ? list.page(where, size) : Promise.reject(new Error(`no list ${view}`))
    })
    const screen = createScreen()
    const files = createFiles(
      {
        api,
        sortingOf: ({ id }) => folderView(shell.state.prefs, id).sorting,
        refused: (error) => link.refused?.(error),
        doubted: () => link.doubted?.(),
        left: screen.leave,
      },
      data,
    )
    const sidebar = createSidebar(api, data.sidebar)
    const operations = createOperations(api)
    const actions = createActions({
      api,
      files,
      sidebar,
      feedback,
      signIn,
      watch: operations.watch,
      t: (key, values) => translate.current(key, values),
      bytes: (size) => formatBytes(size, locale),
    })
    link.refused = (error) => {
      // A listing that failed shows its error itself; only what is behind a shown listing is told by a toast.
      if (refusalOf(error).code === 'unauthenticated') signIn()
      else if (files.current().listing.state.status === 'ready') actions.tell(error)
    }
    const folders = createFolderMaker({ api, files, sidebar, actions })
    return {
      api,
      files,
      sidebar,
      actions,
      folders,
      screen,
      viewer: createViewer({ id: data.viewed?.id ?? null, item: data.viewed?.item ?? null }),
      drag: createDrag(sidebar),
      operations,
      clipboard: createClipboard(),
      added,
      renderedAt: data.now,
    }
  })
  return app
}

const useAfterPaint = typeof document === 'undefined' ? useEffect : useLayoutEffect

/** The state of the files screens; lives as long as their layout, across pages. */
export const FilesProvider = ({ children }: { children: ReactNode }): ReactNode => {
  const data = useData<FilesPageData>()
  const [link] = useState<Link>({})
  const app = useApp(data, link)
  useLive(app, link)
  const seen = useRef(data)
  useAfterPaint(() => {
    if (seen.current === data) return
    seen.current = data
    app.files.arrive(data)
    if (data.sidebar) app.sidebar.seed(data.sidebar)
    app.viewer.follow(location.search, data.viewed?.item)
  }, [data, app])
  useHistory(app, data.place)
  useEffect(() => onPageVisible(() => app.files.refreshIfOld()), [app])
  return <FilesContext value={app}>{children}</FilesContext>
}
