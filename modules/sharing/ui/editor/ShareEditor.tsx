import { CloudUpload, FilePlus, FolderPlus, FolderUp, Link2 } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { ref, useSnapshot } from 'valtio'
import {
  createNameQuestions,
  NameQuestions,
  type RemoteTarget,
  type UploadRoutes,
  useUploads,
  VisitorRemoteUploads,
  VisitorUploads,
} from '../../../storage/ui.ts'
import { Button, Menu, useFeedback, useLatest, useT } from '../../../web/ui.ts'
import type { EditorDialog } from '../../client/editor-dialogs.store.ts'
import { createRefreshAfterChanges } from '../../client/refresh-after-changes.ts'
import { remoteApiOf } from '../../client/remote-uploads.api.ts'
import { createShareEditorActions } from '../../client/share-editor.actions.ts'
import type { SharedFolderStore } from '../../client/shared-folder.store.ts'
import {
  visitorConflicts,
  visitorCreateFolder,
  visitorDiscardUpload,
  visitorRemote,
  visitorUploadChunk,
  visitorUploadState,
} from '../../contract.ts'
import { DroppedFiles } from './DroppedFiles.tsx'
import { MoveDialog } from './MoveDialog.tsx'
import { NameDialog } from './NameDialog.tsx'

interface EditorProps {
  folder: SharedFolderStore
  name: string
  token: string
  /** The shared folder. */
  top: { id: string; name: string }
}

const routesOf = (token: string): UploadRoutes => {
  const pathOf = ({ path }: { path: string }) => path.replace(':token', encodeURIComponent(token))
  return {
    chunks: pathOf(visitorUploadChunk),
    state: pathOf(visitorUploadState),
    discard: pathOf(visitorDiscardUpload),
    conflicts: pathOf(visitorConflicts),
    createFolder: pathOf(visitorCreateFolder),
  }
}

/** Controls of a link's editors: upload, create folders, rename, move and delete. */
export const ShareEditor = (props: EditorProps) => {
  const { token } = props
  const uploader = useMemo(() => routesOf(token), [token])
  return (
    <VisitorUploads routes={uploader}>
      <Toolbar {...props} />
    </VisitorUploads>
  )
}

const Toolbar = ({ folder, name, token, top }: EditorProps) => {
  const t = useT()
  const feedback = useFeedback()
  const uploads = useUploads()
  // Questions belong to the page, not to the folder: another folder may be open when an answer comes.
  const [questions] = useState(createNameQuestions)
  const shown = useLatest(folder)
  const actions = useMemo(
    () =>
      createShareEditorActions({
        folder,
        shown: () => shown.current,
        token,
        feedback,
        t,
        askConflict: (conflict) => questions.ask(conflict, null),
      }),
    [folder, token, feedback, t, questions],
  )
  const dialog = useSnapshot(folder.dialogs.state).open as EditorDialog | null
  const [links, setLinks] = useState<RemoteTarget | null>(null)
  const remote = useMemo(() => remoteApiOf(visitorRemote, token), [token])
  const changes = useMemo(() => createRefreshAfterChanges(folder), [folder])
  const target = useMemo(() => ({ id: folder.id, name }), [folder, name])

  useEffect(() => {
    folder.state.actions = ref(actions)
    return () => {
      folder.state.actions = null
    }
  }, [folder, actions])
  useEffect(() => {
    const ends = [changes.attach(), uploads.onUploaded(changes.soon), uploads.onFoldersChanged(changes.soon)]
    return () => {
      for (const end of ends) end()
    }
  }, [uploads, changes])

  return (
    <div className="flex gap-2">
      <DroppedFiles target={target} />
      <Menu
        label={t('sharing:editor.upload')}
        align="end"
        items={[
          { id: 'files', label: t('sharing:editor.files'), icon: FilePlus, onSelect: () => uploads.pickFiles(target) },
          {
            id: 'folder',
            label: t('sharing:editor.folder'),
            icon: FolderUp,
            onSelect: () => uploads.pickFolder(target),
          },
          { id: 'remote', label: t('storage:menu.remoteUpload'), icon: Link2, onSelect: () => setLinks(target) },
        ]}
      >
        <Button size="sm" icon={CloudUpload}>
          {t('sharing:editor.upload')}
        </Button>
      </Menu>
      <Button size="sm" icon={FolderPlus} onClick={() => folder.dialogs.open({ name: 'create' })}>
        {t('sharing:editor.newFolder')}
      </Button>
      <VisitorRemoteUploads
        api={remote}
        memory={token}
        target={links}
        close={() => setLinks(null)}
        onFetched={changes.soon}
      />
      {dialog?.name === 'create' && (
        <NameDialog
          title={t('sharing:editor.newFolder')}
          confirm={t('sharing:editor.create')}
          onName={actions.create}
          onClose={folder.dialogs.close}
        />
      )}
      {dialog?.name === 'rename' && (
        <NameDialog
          title={t('sharing:editor.rename')}
          confirm={t('sharing:editor.save')}
          item={dialog.item}
          onName={(changes) => actions.rename(dialog.item, changes)}
          onClose={folder.dialogs.close}
        />
      )}
      <NameQuestions questions={questions} isHeld={dialog !== null} />
      {dialog?.name === 'move' && (
        <MoveDialog
          targets={dialog.targets}
          folder={folder}
          token={token}
          top={top}
          onMove={(to) => actions.move(dialog.targets, to)}
          onClose={folder.dialogs.close}
        />
      )}
    </div>
  )
}
