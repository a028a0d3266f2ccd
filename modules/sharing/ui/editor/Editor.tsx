import { CloudUpload, FilePlus, FolderPlus, FolderUp, Link2 } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { ref, useSnapshot } from 'valtio'
import {
  GuestRemoteUploads,
  type RemoteTarget,
  type UploadRoutes,
  UploadsProvider,
  useUploads,
} from '../../../storage/ui.ts'
import { Button, Menu, useFeedback, useT } from '../../../web/ui.ts'
import type { Asked } from '../../client/editing.store.ts'
import { createDeeds } from '../../client/editor-deeds.ts'
import type { Folder } from '../../client/folder.store.ts'
import { remoteApiOf } from '../../client/remote.api.ts'
import {
  visitFolder,
  visitorConflicts,
  visitorCreateFolder,
  visitorDiscardUpload,
  visitorRemote,
  visitorUpload,
  visitorUploadState,
} from '../../contract.ts'
import { MovePopup } from './MovePopup.tsx'
import { NamePopup } from './NamePopup.tsx'

interface EditorProps {
  folder: Folder
  name: string
  token: string
  /** Id of the shared folder. */
  top: string
}

const routesOf = (token: string): UploadRoutes => {
  const of = ({ path }: { path: string }) => path.replace(':token', encodeURIComponent(token))
  return {
    chunks: of(visitorUpload),
    state: of(visitorUploadState),
    discard: of(visitorDiscardUpload),
    conflicts: of(visitorConflicts),
    createFolder: of(visitorCreateFolder),
    browse: of(visitFolder),
  }
}

/** What editors of a link may do besides: bring files, make folders, name, move and delete. */
export const Editor = (props: EditorProps) => {
  const { token } = props
  const guest = useMemo(() => routesOf(token), [token])
  return (
    <UploadsProvider guest={guest}>
      <Tools {...props} />
    </UploadsProvider>
  )
}

const Tools = ({ folder, name, token, top }: EditorProps) => {
  const t = useT()
  const feedback = useFeedback()
  const uploads = useUploads()
  const deeds = useMemo(() => createDeeds({ folder, token, feedback, t }), [folder, token, feedback, t])
  const asked = useSnapshot(folder.editing.state).asked as Asked | null
  const [links, setLinks] = useState<RemoteTarget | null>(null)
  const remote = useMemo(() => remoteApiOf(visitorRemote, token), [token])
  const target = useMemo(() => ({ id: folder.id, name }), [folder, name])

  useEffect(() => {
    folder.state.deeds = ref(deeds)
    return () => {
      folder.state.deeds = null
    }
  }, [folder, deeds])
  useEffect(() => {
    const again = () => void folder.refresh()
    const ends = [uploads.onUploaded(again), uploads.onFoldersChanged(again)]
    return () => {
      for (const end of ends) end()
    }
  }, [uploads, folder])
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files')
    const over = (event: DragEvent) => hasFiles(event) && event.preventDefault()
    const drop = (event: DragEvent) => {
      if (!event.dataTransfer || !hasFiles(event)) return
      event.preventDefault()
      uploads.addDropped(event.dataTransfer, target)
    }
    addEventListener('dragover', over)
    addEventListener('drop', drop)
    return () => {
      removeEventListener('dragover', over)
      removeEventListener('drop', drop)
    }
  }, [uploads, target])

  return (
    <div className="flex gap-2">
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
      <Button size="sm" icon={FolderPlus} onClick={() => folder.editing.ask({ name: 'create' })}>
        {t('sharing:editor.newFolder')}
      </Button>
      <GuestRemoteUploads
        api={remote}
        memory={token}
        target={links}
        close={() => setLinks(null)}
        onFetched={() => void folder.refresh()}
      />
      {asked?.name === 'create' && (
        <NamePopup
          title={t('sharing:editor.newFolder')}
          confirm={t('sharing:editor.create')}
          onName={deeds.create}
          onClose={folder.editing.close}
        />
      )}
      {asked?.name === 'rename' && (
        <NamePopup
          title={t('sharing:editor.rename')}
          confirm={t('sharing:editor.save')}
          item={asked.item}
          onName={(given) => deeds.rename(asked.item, given)}
          onClose={folder.editing.close}
        />
      )}
      {asked?.name === 'move' && (
        <MovePopup
          picked={asked.picked}
          folder={folder}
          token={token}
          top={top}
          onMove={(to) => deeds.move(asked.picked, to)}
          onClose={folder.editing.close}
        />
      )}
    </div>
  )
}
