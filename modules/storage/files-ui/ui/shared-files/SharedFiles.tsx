import { useEffect, useState } from 'react'
import { lazyComponent, usePageContext } from '../../../../web/ui.ts'

const SharedFilesBar = lazyComponent(async () => (await import('./SharedFilesBar.tsx')).SharedFilesBar)

/** In the installed app: files that other apps shared, which wait for a folder. Loads nothing in a browser's tab. */
export const SharedFiles = () => {
  const { shared } = usePageContext().urlParsed.search
  const [isApp, setIsApp] = useState(false)
  useEffect(() => {
    // Files that were received stay while the person looks for a folder.
    if (shared !== undefined || matchMedia('(display-mode: standalone)').matches) setIsApp(true)
  }, [shared])
  return isApp && <SharedFilesBar result={shared} />
}
