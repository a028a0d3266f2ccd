import { useEffect, useRef } from 'react'
import { usePageContext } from '../../../web/ui.ts'

/**
 * Updates the document title when the open folder is renamed, here or elsewhere. Keeps prefixes such as progress; a
 * shown file has a title of its own.
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
