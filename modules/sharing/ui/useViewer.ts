import { useEffect, useState } from 'react'
import { createViewer } from '../../storage/ui.ts'

/** The viewer's file, as the URL names it (`?view=`); read again when the page's `data` changes. */
export const useViewer = (data: unknown) => {
  const [viewer] = useState(() => createViewer({ id: null, item: null }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: as said
  useEffect(() => {
    const follow = () => viewer.follow(location.search)
    follow()
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [viewer, data])
  return viewer
}

export type LinkViewer = ReturnType<typeof useViewer>
