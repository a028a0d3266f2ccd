import { useSnapshot } from 'valtio'
import { lazyComponent } from '../../../../web/ui.ts'
import type { PopupState } from '../../client/dialogs.store.ts'
import { useFiles } from '../context.ts'

const CreateFolder = lazyComponent(async () => (await import('./CreateFolder.tsx')).default)
const RenameItem = lazyComponent(async () => (await import('./RenameItem.tsx')).default)
const Customise = lazyComponent(async () => (await import('./Customise.tsx')).default)
const Move = lazyComponent(async () => (await import('./Move.tsx')).default)
const DownloadZip = lazyComponent(async () => (await import('./DownloadZip.tsx')).default)

/** The popup that is open, loaded when it first is. */
export const Popups = () => {
  const { screen, added } = useFiles()
  const popup = useSnapshot(screen.state).popup as PopupState | null
  if (!popup) return null
  const Added = popup.name === 'added' ? added.flatMap(({ popups }) => popups[popup.popup] ?? [])[0] : undefined
  return (
    <>
      {popup.name === 'create-folder' && <CreateFolder close={screen.close} />}
      {popup.name === 'rename-item' && <RenameItem item={popup.item} close={screen.close} />}
      {popup.name === 'customise' && <Customise item={popup.item} close={screen.close} />}
      {(popup.name === 'move' || popup.name === 'copy') && (
        <Move deed={popup.name} target={popup.target} close={screen.close} />
      )}
      {Added && popup.name === 'added' && <Added item={popup.item} close={screen.close} />}
      {popup.name === 'download-zip' && <DownloadZip target={popup.target} close={screen.close} />}
    </>
  )
}
