import { proxy, ref, subscribe } from 'valtio'
import { afterNavigation, urlReplaced } from '../../../web/ui.ts'
import type { Item } from '../../tree/contract.ts'

interface ViewerState {
  /** Id of the shown file; null while the viewer is closed. */
  id: string | null
  /** The file as the page knows it before its list has loaded; null: not at all. */
  item: Item | null
}

const param = 'view'

/** URL of a page with a file shown, or without one. */
export const viewHref = (href: string, id: string | null): string => {
  const url = new URL(href)
  if (id) url.searchParams.set(param, id)
  else url.searchParams.delete(param)
  return url.pathname + url.search + url.hash
}

/** Id of the file that a URL shows. */
const viewedIn = (search: string): string | null => new URLSearchParams(search).get(param) || null

/** Marks the history entry as opened from a list, to which closing the viewer goes back. */
export const markOpenedFromList = (): void => history.replaceState({ ...history.state, viewer: true }, '')

/**
 * State of the viewer. Mirrors the URL, so that the shown file can be linked, reloaded and left with Back. `hasViewer`: whether
 * the page of a path shows it.
 */
export const createViewer = (initial: ViewerState, hasViewer: (pathname: string) => boolean) => {
  const state = proxy<ViewerState>({ id: initial.id, item: initial.item && ref(initial.item) })
  const put = (id: string | null, item: Item | null) => {
    state.id = id
    state.item = item && ref(item)
  }
  let isWaiting = false
  const pushUrl = () => {
    isWaiting = false
    if (!state.id || viewedIn(location.search) === state.id) return
    // The page that was on its way, or its error, is none that shows files.
    if (!hasViewer(location.pathname)) return put(null, null)
    history.pushState({ viewer: true }, '', viewHref(location.href, state.id))
    urlReplaced()
  }
  return {
    state,
    subscribe: (changed: () => void): (() => void) => subscribe(state, changed),
    /** Shows a file. A page that is on its way brings its own URL, to which the file's is added afterwards. */
    open(item: Item): void {
      if (state.id === item.id) return
      put(item.id, item)
      if (isWaiting) return
      isWaiting = true
      afterNavigation(pushUrl)
    },
    /** Replaces the shown file without a history entry, so that Back leads to the list. */
    show(item: Item): void {
      put(item.id, item)
      if (isWaiting) return
      history.replaceState(history.state, '', viewHref(location.href, item.id))
      urlReplaced()
    },
    close(): void {
      if (!state.id) return
      // A page opened with this URL has no list to go back to.
      put(null, null)
      if (isWaiting) return
      if ((history.state as { viewer?: boolean } | null)?.viewer) history.back()
      else {
        history.replaceState(history.state, '', viewHref(location.href, null))
        urlReplaced()
      }
    },
    /** Follows the URL after a navigation. */
    follow(search: string, item: Item | null = null): void {
      const id = viewedIn(search)
      if (id !== state.id) put(id, item?.id === id ? item : null)
    },
  }
}

export type ViewerStore = ReturnType<typeof createViewer>
