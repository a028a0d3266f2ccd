import { navigate } from 'vike/client/router'
import { usePhone, useT } from '../../../web/ui.ts'
import { openRemoteUpload } from '../../remote-upload/ui.ts'
import { useUploads } from '../../uploads/ui.ts'
import { useFiles } from './context.ts'
import { useAddedLists } from './extensions/useAddedLists.ts'
import { useRestriction } from './useRestriction.ts'

/** The folder that new things go into: the one on screen, else the root. */
export const useUploadTarget = () => {
  const { files } = useFiles()
  const t = useT()
  return () => {
    const { place, root } = files.current()
    return place.view === 'files' && root
      ? { id: root.id, name: root.attributes.name }
      : { id: place.view === 'files' ? place.id : null, name: t('storage:page.files') }
  }
}

/** What the create menu does. On desktops a folder is made at once and named in place; phones ask for the name. */
export const useCreate = () => {
  const { screen, folders, actions } = useFiles()
  const t = useT()
  const phone = usePhone()
  const uploads = useUploads()
  const { pages } = useAddedLists()
  const target = useUploadTarget()
  return {
    restriction: useRestriction(),
    /** What other modules create, on pages of their own. */
    others: pages.flatMap(({ id, icon, create }) =>
      create ? [{ id: `create-${id}`, icon, label: t(create.labelKey), onSelect: () => navigate(create.href) }] : [],
    ),
    newFolder: () => {
      if (!actions.permitted('create-folder')) return
      if (phone) screen.open({ name: 'create-folder' })
      else folders.make(t('storage:popup.create.default')).catch((error) => actions.tell(error))
    },
    uploadFiles: () => {
      if (actions.permitted('upload')) uploads.pickFiles(target())
    },
    uploadFolder: () => {
      if (actions.permitted('upload')) uploads.pickFolder(target())
    },
    remoteUpload: () => {
      if (actions.permitted('upload')) openRemoteUpload(target())
    },
  }
}
