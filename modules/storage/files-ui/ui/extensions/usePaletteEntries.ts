import { useContext, useEffect, useState } from 'react'
import { usePageContext } from '../../../../web/ui.ts'
import { type PaletteEntries, type PaletteEntry, PaletteSourcesContext } from './palette.ts'

/** The entries of all sources for this account; empty until they are loaded. */
export const usePaletteEntries = (): readonly PaletteEntry[] => {
  const page = usePageContext()
  const sources = useContext(PaletteSourcesContext)
  const [loaded, setLoaded] = useState<readonly PaletteEntries[]>([])
  const role = page.user?.role
  useEffect(() => {
    let unmounted = false
    const own = sources.filter((source) => source.role === role)
    Promise.all(own.map((source) => source.load())).then(
      (entries) => !unmounted && setLoaded(entries),
      // The palette works without them; its next opening tries again.
      () => undefined,
    )
    return () => {
      unmounted = true
    }
  }, [sources, role])
  return loaded.flatMap((entries) => entries(page))
}
