import { useSnapshot } from 'valtio'
import { lazyComponent } from '../../../../web/ui.ts'
import { NameQuestions } from '../../../operations/ui.ts'
import type { DialogState } from '../../client/dialogs.store.ts'
import { useFiles } from '../context.ts'

const CreateFolder = lazyComponent(async () => (await import('./CreateFolder.tsx')).default)
const RenameItem = lazyComponent(async () => (await import('./RenameItem.tsx')).default)
const Customize = lazyComponent(async () => (await import('./Customize.tsx')).default)
const Move = lazyComponent(async () => (await import('./Move.tsx')).default)
const DownloadZip = lazyComponent(async () => (await import('./DownloadZip.tsx')).default)

/** The open dialog, and after it the questions that wait. */
export const Dialogs = () => {
  const { dialogs } = useFiles()
  const dialog = useSnapshot(dialogs.state).dialog as DialogState | null
  return (
    <>
      {dialog && <OpenDialog dialog={dialog} />}
      <NameQuestions questions={dialogs.questions} isHeld={dialog !== null} />
    </>
  )
}

/** The open dialog. The code of each loads on first use. */
const OpenDialog = ({ dialog }: { dialog: DialogState }) => {
  const { dialogs, added } = useFiles()
  const ExtensionDialog =
    dialog.name === 'extension' ? added.flatMap(({ dialogs }) => dialogs[dialog.dialog] ?? [])[0] : undefined
  return (
    <>
      {dialog.name === 'create-folder' && <CreateFolder parent={dialog.parent} close={dialogs.close} />}
      {dialog.name === 'rename-item' && <RenameItem item={dialog.item} close={dialogs.close} />}
      {dialog.name === 'customize' && <Customize item={dialog.item} close={dialogs.close} />}
      {(dialog.name === 'move' || dialog.name === 'copy') && (
        <Move mode={dialog.name} target={dialog.target} close={dialogs.close} />
      )}
      {ExtensionDialog && dialog.name === 'extension' && <ExtensionDialog item={dialog.item} close={dialogs.close} />}
      {dialog.name === 'download-zip' && <DownloadZip target={dialog.target} close={dialogs.close} />}
    </>
  )
}
