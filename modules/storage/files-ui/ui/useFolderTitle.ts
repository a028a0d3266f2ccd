import { useEffect, useRef } from 'react'
import { usePageContext } from '../../../web/ui.ts'

/**
 * The window's title follows the open folder's name when that changes, here or in another tab. What stands before it
 * (progress, news) stays; a file on show has a title of its own.
 */
export const useFolderTitle = (id: string | null, name: string | undefined): void => {
  const { settings } = usePageContext()
  const last = useRef({ id, name })
  useEffect(() => {
    const before = last.current
    last.current = { id, name }
    if (before.id !== id || !before.name || !name || before.name === name) return
    const old = `${before.name} – ${settings.name}`
    if (document.title.endsWith(old))
      document.title = `${document.title.slice(0, -old.length)}${name} – ${settings.name}`
  }, [id, name, settings.name])
}
