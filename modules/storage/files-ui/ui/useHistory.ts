import { useEffect, useRef } from 'react'
import { reload } from 'vike/client/router'
import { navigationFailed } from '../../../web/ui.ts'
import { type Place, placeOf, samePlace } from '../../tree/ui.ts'
import type { FilesApp } from './context.ts'

const isPlain = (event: MouseEvent) =>
  event.button === 0 && !event.defaultPrevented && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey

/** Vike leaves steps between entries alone that were not made by it, such as a file put on show. */
const ownEntry = () => (history.state as { vike?: { triggeredBy?: string } } | null)?.vike?.triggeredBy === 'user'

/** Shows the place of a link or of the history at once, while its page is on the way; and the file of the address. */
export const useHistory = ({ files, viewer, added }: FilesApp, place: Place): void => {
  const shown = useRef({ place, own: false })
  shown.current.place = place
  useEffect(() => {
    const lists = added.flatMap((addition) => addition.lists.map(({ view }) => view))
    const clicked = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null
      if (!(link instanceof HTMLAnchorElement) || !isPlain(event) || link.target || link.origin !== location.origin)
        return
      const place = placeOf(link.pathname, lists)
      if (place) files.preview(place)
    }
    const moved = () => {
      const own = ownEntry()
      const skipped = own || shown.current.own
      shown.current.own = own
      viewer.follow(location.search)
      const place = placeOf(location.pathname, lists)
      if (!place) return
      files.preview(place)
      if (skipped && !samePlace(place, shown.current.place)) void reload()
    }
    // Its page cannot be had: what is known of the place stays to be worked with, else the list says why there is none.
    const lost = (event: Event) => {
      const place = placeOf(location.pathname, lists)
      if (!place) return
      event.preventDefault()
      files.preview(place)
      if (files.current().listing.state.status !== 'ready') files.retry()
    }
    const unsubscribe = viewer.subscribe(() => {
      shown.current.own = ownEntry()
    })
    // After React's handlers, which may have taken the click for a selection; before Vike's on the document.
    document.body.addEventListener('click', clicked)
    window.addEventListener('popstate', moved)
    window.addEventListener(navigationFailed, lost)
    return () => {
      unsubscribe()
      document.body.removeEventListener('click', clicked)
      window.removeEventListener('popstate', moved)
      window.removeEventListener(navigationFailed, lost)
    }
  }, [files, viewer, added])
}
