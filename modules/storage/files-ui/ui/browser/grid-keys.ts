import type { KeyboardEvent } from 'react'
import { loadWithRetry } from '../../../../web/ui.ts'
import { shortcutKeys } from '../../client/shortcut-keys.ts'
import type { BrowserContext } from './browser-context.ts'
import { indexAfterKey } from './index-after-key.ts'
import { moveInRow } from './move-in-row.ts'
import { createNameFinder } from './name-finder.ts'
import { openRow } from './open-item.ts'
import { createTypeAhead } from './type-ahead.ts'

/** Loaded when a person first types in a list. */
const loadFindByName = loadWithRetry(() => import('./find-by-name.ts'))

/** Keys of the focused row. Other keys are global shortcuts. */
export const gridKeys = (browsing: BrowserContext) => {
  const { app, geometry, focusRow, openMenu, scroller } = browsing
  const { files } = app
  const typeAhead = createTypeAhead()
  const names = createNameFinder(loadFindByName, browsing)

  return (event: KeyboardEvent) => {
    if (event.defaultPrevented || (event.target instanceof HTMLInputElement && event.target.type !== 'checkbox')) return
    // Column headers are buttons with keys of their own.
    if (event.target instanceof Element && event.target.closest('.file-head')) return
    const folderView = files.current()
    const { selection, listing } = folderView
    const cursor = selection.state.cursor
    const total = listing.state.total
    const mod = event.ctrlKey || event.metaKey
    const rtl = document.documentElement.dir === 'rtl'
    const to = event.altKey ? null : indexAfterKey(event.key, { at: cursor, total, ...geometry(), rtl })
    if (to !== null) {
      event.preventDefault()
      if (event.shiftKey) selection.extend(to, { add: mod })
      else if (mod) selection.focus(to)
      else selection.only(to)
      return focusRow(to)
    }
    if (moveInRow(event, geometry().lanes)) return event.preventDefault()
    // Buttons of the row are operated by the browser.
    if (/^(Enter| )$/.test(event.key) && event.target instanceof Element && event.target.closest('button[data-act]'))
      return
    if (names.holds(event.key, cursor)) return event.preventDefault()
    const row = scroller.current?.querySelector(`[data-index="${cursor}"] [data-focus]`)
    if (event.key === ' ' && cursor >= 0) {
      event.preventDefault()
      if (event.shiftKey) selection.extend(cursor, { add: true })
      else selection.toggle(cursor)
    } else if (event.key === shortcutKeys.open && row && !mod) {
      event.preventDefault()
      openRow(browsing, cursor, row)
    } else if ((event.key === 'F10' && event.shiftKey) || event.key === 'ContextMenu') {
      event.preventDefault()
      if (row) openMenu(row)
    } else {
      const typed = typeAhead(event)
      if (typed === null) return
      event.preventDefault()
      names.find(typed, cursor, event.target)
    }
  }
}
