import { createPortal } from 'react-dom'
import { useSnapshot } from 'valtio'
import { lazyComponent } from '../../../../web/ui.ts'
import { useFiles } from '../context.ts'

const PathField = lazyComponent(async () => (await import('./PathField.tsx')).PathField)

/** The field of the path, beside the breadcrumbs, which it hides, while it is edited. Its code loads with its first use. */
export const EditedPath = () => {
  const { dialogs } = useFiles()
  const { dialog } = useSnapshot(dialogs.state)
  const place = dialog?.name === 'path' && document.querySelector('header nav')?.parentElement
  return place && createPortal(<PathField onNotLoaded={dialogs.close} />, place)
}
