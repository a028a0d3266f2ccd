import { useCallback } from 'react'
import { navigate } from 'vike/client/router'
import { usePhone, useShell, useT } from '../../../web/ui.ts'
import { openRemoteUpload } from '../../remote-upload/ui.ts'
import type { RestrictedAction } from '../../tree/contract.ts'
import { type UploadTarget, useUploads } from '../../uploads/ui.ts'
import { mayBeForeign, mayCreateIn } from '../client/abilities.ts'
import type { TargetFolder } from '../client/actions.ts'
import { useFiles } from './context.ts'
import { useExtensionActions } from './extensions/useExtensionActions.ts'
import { useExtensionLists } from './extensions/useExtensionLists.ts'
import { useListing } from './useListing.ts'
import { useRestriction } from './useRestriction.ts'

/**
 * Target of uploads: `to`, else the open folder, else the root. The function is stable, for the dependencies of effects.
 */
export const useUploadTarget = () => {
  const { files } = useFiles()
  const t = useT()
  return useCallback(
    (to?: TargetFolder): UploadTarget => {
      const { location, root } = files.current()
      const open = location.section === 'files' ? location.id : null
      const [id, name] = to !== undefined ? [to?.id ?? null, to?.name] : [open, open && root?.attributes.name]
      return { id, name: name || t('storage:page.files'), isForeign: mayBeForeign({ location, root }, to) }
    },
    [files, t],
  )
}

/** Actions of the create menu. Desktops create a folder at once with an inline name field; phones open a dialog. */
export const useCreate = () => {
  const { files, dialogs, folders, actions } = useFiles()
  const t = useT()
  const phone = usePhone()
  const uploads = useUploads()
  const { pages } = useExtensionLists()
  const { folderView } = useListing()
  const added = useExtensionActions()
  const opened = folderView.location.section === 'files' ? folderView.root : null
  const inFolder = (id: string | undefined) => (opened ? added.ofItem(opened).find((action) => action.id === id) : null)
  const target = useUploadTarget()
  const permitted = (action: 'upload' | 'create-folder') => {
    const { location, root } = files.current()
    return mayCreateIn({ root }) && actions.permitted(action, location.section === 'files' ? root : null)
  }
  const restriction = useRestriction()
  return {
    /** Restrictions in the open folder. */
    restriction: (action: RestrictedAction) => restriction(action, opened),
    shortcuts: useShell().shortcuts,
    /** Create actions of extensions: for the open folder, else on pages of their own. */
    others: pages.flatMap(({ id, icon, create }) =>
      create
        ? [
            {
              id: `create-${id}`,
              icon,
              label: t(create.labelKey),
              onSelect: inFolder(create.inFolder)?.onSelect ?? (() => navigate(create.href)),
              ...(create.restrictedBy ? restriction(create.restrictedBy) : {}),
            },
          ]
        : [],
    ),
    newFolder: () => {
      if (files.current().location.section !== 'files' || !permitted('create-folder')) return
      if (phone) dialogs.open({ name: 'create-folder' })
      else folders.create(t('storage:dialog.create.default')).catch((error) => actions.showError(error))
    },
    uploadFiles: () => {
      if (permitted('upload')) uploads.pickFiles(target())
    },
    uploadFolder: () => {
      if (permitted('upload')) uploads.pickFolder(target())
    },
    remoteUpload: () => {
      if (permitted('upload')) openRemoteUpload(target())
    },
  }
}
