import { useEffect, useRef } from 'react'
import { reload } from 'vike/client/router'
import { loadingStart, navigationDeclined, navigationFailed, unsavedInput } from '../../../web/ui.ts'
import { locationOf, type SectionLocation, sameLocation } from '../../tree/ui.ts'
import type { FilesApp } from './context.ts'

const isPlain = (event: MouseEvent) =>
  event.button === 0 && !event.defaultPrevented && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey

/**
 * Whether Vike created the history entry. It ignores steps between entries that it did not create, such as shown files.
 */
const isVikeEntry = () => (history.state as { vike?: { triggeredBy?: string } } | null)?.vike?.triggeredBy === 'user'

/** Shows the location of a link or history entry at once while its page loads, and the file that the URL shows. */
export const useHistory = ({ files, viewer, added: extensions }: FilesApp, current: SectionLocation): void => {
  const shown = useRef({ location: current, isVikeEntry: false })
  shown.current.location = current
  useEffect(() => {
    const allLists = extensions.flatMap((addition) => addition.lists)
    const lists = allLists.map(({ section }) => section)
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null
      if (!(link instanceof HTMLAnchorElement) || !isPlain(event) || link.target || link.origin !== location.origin)
        return
      const target = locationOf(link.pathname, lists)
      // After Vike has read the link: the previewed folder may give the same element another URL.
      if (target) window.addEventListener('click', () => files.preview(target), { once: true })
    }
    const followEntry = () => {
      shown.current.isVikeEntry = isVikeEntry()
      viewer.follow(location.search)
    }
    const onPopState = () => {
      const isVikes = isVikeEntry()
      const isSkipped = isVikes || shown.current.isVikeEntry
      shown.current.isVikeEntry = isVikes
      const target = locationOf(location.pathname, lists)
      const isWithinPage = target && sameLocation(target, shown.current.location)
      // Unsaved input is asked about first, above this location; the page that is loaded then shows the other one.
      if (isWithinPage || !unsavedInput('app')) {
        viewer.follow(location.search)
        if (target) files.revisit(target)
      }
      if (target && isSkipped && !isWithinPage) void reload()
    }
    // The page failed to load: shows the cached view, else the error of its listing.
    const onNavigationFailed = (event: Event) => {
      viewer.follow(location.search)
      const target = locationOf(location.pathname, lists)
      // Only its page brings what such a list shows: the page's error is told, which offers to load it again.
      if (!target || allLists.some(({ section, ownPage }) => ownPage && section === target.section)) return
      event.preventDefault()
      files.preview(target)
      if (files.current().listing.state.status !== 'ready') files.retry()
    }
    const unsubscribe = viewer.subscribe(() => {
      shown.current.isVikeEntry = isVikeEntry()
    })
    // Runs after React's handlers, which may use the click for a selection, and before Vike's on the document.
    document.body.addEventListener('click', onClick)
    window.addEventListener('popstate', onPopState)
    window.addEventListener(navigationDeclined, followEntry)
    window.addEventListener(loadingStart, files.pageRequested)
    window.addEventListener(navigationFailed, onNavigationFailed)
    return () => {
      unsubscribe()
      document.body.removeEventListener('click', onClick)
      window.removeEventListener('popstate', onPopState)
      window.removeEventListener(navigationDeclined, followEntry)
      window.removeEventListener(loadingStart, files.pageRequested)
      window.removeEventListener(navigationFailed, onNavigationFailed)
    }
  }, [files, viewer, extensions])
}
