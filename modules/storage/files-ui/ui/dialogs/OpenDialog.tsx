import { lazyComponent } from '../../../../web/ui.ts'
import type { DialogState } from '../../client/dialogs.store.ts'
import { useFiles } from '../context.ts'

const CreateFolder = lazyComponent(async () => (await import('./CreateFolder.tsx')).default)
const RenameItem = lazyComponent(async () => (await import('./RenameItem.tsx')).default)
const Customize = lazyComponent(async () => (await import('./Customize.tsx')).default)
const Move = lazyComponent(async () => (await import('./Move.tsx')).default)
const RestorePoint = lazyComponent(async () => (await import('./RestorePoint.tsx')).default)
const ImportResult = lazyComponent(async () => (await import('./ImportResult.tsx')).default)
const DownloadZip = lazyComponent(async () => (await import('./DownloadZip.tsx')).default)

/** The open dialog. The code of each loads on first use. */
export const OpenDialog = ({ dialog }: { dialog: DialogState }) => {
  const {
    dialogs: { close },
    added,
  } = useFiles()
  const ends = { close, onNotLoaded: close }
  const ExtensionDialog =
    dialog.name === 'extension' ? added.flatMap(({ dialogs }) => dialogs[dialog.dialog] ?? [])[0] : undefined
  return (
    <>
      {dialog.name === 'create-folder' && <CreateFolder parent={dialog.parent} {...ends} />}
      {dialog.name === 'rename-item' && <RenameItem item={dialog.item} {...ends} />}
      {dialog.name === 'customize' && <Customize item={dialog.item} {...ends} />}
      {(dialog.name === 'move' || dialog.name === 'copy') && (
        <Move mode={dialog.name} target={dialog.target} {...ends} />
      )}
      {ExtensionDialog && dialog.name === 'extension' && <ExtensionDialog item={dialog.item} {...ends} />}
      {dialog.name === 'restore-point' && <RestorePoint folder={dialog.folder} {...ends} />}
      {dialog.name === 'imported' && <ImportResult operation={dialog.operation} {...ends} />}
      {dialog.name === 'download-zip' && <DownloadZip target={dialog.target} {...ends} />}
    </>
  )
}
