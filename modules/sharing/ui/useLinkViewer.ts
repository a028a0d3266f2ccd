import { useEffect, useState } from 'react'
import { reload } from 'vike/client/router'
import { createViewer } from '../../storage/ui.ts'
import { usePageContext } from '../../web/ui.ts'

/** Whether a path is of a linked file or folder. */
const hasViewer = (pathname: string): boolean => /^\/share\/[^/]+\/files?(\/|$)/.test(pathname)

/** The viewer's file, as the URL names it (`?view=`); read again when the page's `data` changes. */
export const useLinkViewer = (data: unknown) => {
  const { urlPathname } = usePageContext()
  const [viewer] = useState(() => createViewer({ id: null, item: null }, hasViewer))
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads the URL again when `data` changes
  useEffect(() => {
    const follow = () => {
      const before = viewer.state.id
      viewer.follow(location.search)
      // Vike loads nothing for a step between a viewer and another folder.
      const { pathname } = location
      if ((before || viewer.state.id) && pathname !== urlPathname && pathname.includes('/files')) void reload()
    }
    follow()
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [viewer, data])
  return viewer
}

export type LinkViewer = ReturnType<typeof useLinkViewer>
