import { useSnapshot } from 'valtio'
import { lazyComponent, usePrefetch } from '../../../../web/ui.ts'
import { NameQuestions } from '../../../operations/ui.ts'
import type { DialogState } from '../../client/dialogs.store.ts'
import { useFiles } from '../context.ts'

const OpenDialog = lazyComponent(async () => (await import('./OpenDialog.tsx')).OpenDialog)

/** The open dialog, and after it the questions that wait. */
export const FilesDialogs = () => {
  const { dialogs } = useFiles()
  usePrefetch(OpenDialog)
  const dialog = useSnapshot(dialogs.state).dialog as DialogState | null
  return (
    <>
      {dialog && <OpenDialog dialog={dialog} onNotLoaded={dialogs.close} />}
      <NameQuestions questions={dialogs.questions} isHeld={dialog !== null} />
    </>
  )
}
