import { useEffect, useState } from 'react'
import { createViewer } from '../../storage/ui.ts'

/** Which file is looked at, as the address says it (`?view=`); asked again when `data`, the page's, has come. */
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
