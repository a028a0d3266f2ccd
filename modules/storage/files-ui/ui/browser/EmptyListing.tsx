import { CloudUpload, FolderOpen, FolderPlus, FolderX, Plus, RotateCw, Trash2, TriangleAlert } from 'lucide-react'
import { Button, EmptyState, LinkButton, retryNavigation, useT } from '../../../../web/ui.ts'
import { apiErrorOf, hrefOf } from '../../../tree/ui.ts'
import { useUploadsBusy } from '../../../uploads/ui.ts'
import { mayCreateIn } from '../../client/abilities.ts'
import { useFiles } from '../context.ts'
import { useExtensionLists } from '../extensions/useExtensionLists.ts'
import { useCreate } from '../useCreate.ts'
import { useListing } from '../useListing.ts'

/** Empty state of each section. */
export const EmptyListing = () => {
  const t = useT()
  const { folderView } = useListing()
  const create = useCreate()
  const { section, id } = folderView.location
  const extensions = useExtensionLists()
  // The first file is on its way.
  const isFirst = !useUploadsBusy() && id === null
  const list = extensions.list(section)
  if (list) {
    const created = extensions.createIn(section)
    return (
      <EmptyState
        icon={list.icon}
        title={t(list.emptyKey)}
        text={t(list.emptyTextKey)}
        actions={
          created && (
            <LinkButton variant="solid" icon={Plus} href={created.href}>
              {t(created.labelKey)}
            </LinkButton>
          )
        }
        className="py-24"
      />
    )
  }
  if (section === 'trash')
    return (
      <EmptyState
        icon={id ? FolderOpen : Trash2}
        title={t(id ? 'storage:list.empty.folder' : 'storage:list.empty.trash')}
        text={id ? undefined : t('storage:list.empty.trashText')}
        className="py-24"
      />
    )
  const upload = create.restriction('upload')
  const newFolder = section === 'files' && !create.restriction('create-folder').disabled && (
    <Button icon={FolderPlus} onClick={create.newFolder}>
      {t('storage:menu.newFolder')}
    </Button>
  )
  if (!mayCreateIn(folderView))
    return <EmptyState icon={FolderOpen} title={t('storage:list.empty.folder')} className="py-24" />
  if (upload.disabled)
    return (
      <EmptyState
        icon={FolderOpen}
        title={t(id ? 'storage:list.empty.folder' : 'storage:usage.empty.title')}
        text={upload.reason}
        actions={newFolder}
        className="py-24"
      />
    )
  return (
    <EmptyState
      icon={isFirst ? CloudUpload : FolderOpen}
      title={t(isFirst ? 'storage:list.empty.files' : 'storage:list.empty.folder')}
      text={<span className="phone:hidden">{t('storage:list.empty.text')}</span>}
      actions={
        <>
          <Button variant="solid" icon={CloudUpload} onClick={create.uploadFiles}>
            {t('storage:menu.uploadFiles')}
          </Button>
          {newFolder}
        </>
      }
      className="py-24"
    />
  )
}

/** Error state of a listing. */
export const FailedListing = () => {
  const { files } = useFiles()
  const t = useT()
  const { folderView } = useListing()
  const { status, message, code } = apiErrorOf(folderView.listing.state.error)
  const again = () => {
    files.retry()
    retryNavigation()
  }
  if (status === 404)
    return (
      <EmptyState
        icon={FolderX}
        title={t('storage:list.notFound.title')}
        text={t('storage:list.notFound.text')}
        actions={
          <LinkButton href={hrefOf({ section: folderView.location.section, id: null })}>
            {t(folderView.location.section === 'trash' ? 'storage:page.trash' : 'storage:page.files')}
          </LinkButton>
        }
        className="py-24"
      />
    )
  const text = status === 0 ? t('storage:toast.offline') : message || t('storage:list.failed.text')
  return (
    <div role="alert">
      <EmptyState
        icon={TriangleAlert}
        title={t('storage:list.failed.title')}
        text={status > 0 ? `${text} (${code})` : text}
        actions={
          <Button icon={RotateCw} onClick={again}>
            {t('web:kit.retry')}
          </Button>
        }
        className="py-24"
      />
    </div>
  )
}
