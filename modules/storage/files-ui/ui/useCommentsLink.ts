import { useEffect } from 'react'
import { urlReplaced, useData, useShell } from '../../../web/ui.ts'
import { useFiles } from './context.ts'
import type { FilesPageData } from './FilesProvider.tsx'

const hash = '#comments'

/** Opens the comments on the shown file, or else on the open folder, where the URL says so: notifications link to it. */
export const useCommentsLink = (): void => {
  const { files, viewer, dialogs } = useFiles()
  const shell = useShell()
  const data = useData<FilesPageData>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the URL of new data is set
  useEffect(() => {
    const open = () => {
      if (location.hash !== hash) return
      history.replaceState(history.state, '', location.pathname + location.search)
      urlReplaced()
      const { location: here, selection } = files.current()
      const viewed = viewer.state.id
      dialogs.state.commentsOf = viewed ?? here.id
      if (viewed !== null) return
      selection.clear()
      shell.toggleDetail('open')
    }
    open()
    window.addEventListener('hashchange', open)
    return () => window.removeEventListener('hashchange', open)
  }, [files, viewer, dialogs, shell, data])
}
