import { lazy, Suspense } from 'react'
import { useSnapshot } from 'valtio'
import type { PopupState } from '../../client/screen.store.ts'
import { useFiles } from '../context.ts'

const CreateFolder = lazy(() => import('./CreateFolder.tsx'))
const RenameItem = lazy(() => import('./RenameItem.tsx'))
const Customise = lazy(() => import('./Customise.tsx'))
const Move = lazy(() => import('./Move.tsx'))

/** The popup that is open, loaded when it first is. */
export const Popups = () => {
  const { screen } = useFiles()
  const popup = useSnapshot(screen.state).popup as PopupState | null
  if (!popup) return null
  return (
    <Suspense>
      {popup.name === 'create-folder' && <CreateFolder close={screen.close} />}
      {popup.name === 'rename-item' && <RenameItem item={popup.item} close={screen.close} />}
      {popup.name === 'customise' && <Customise item={popup.item} close={screen.close} />}
      {popup.name === 'move' && <Move target={popup.target} close={screen.close} />}
    </Suspense>
  )
}
