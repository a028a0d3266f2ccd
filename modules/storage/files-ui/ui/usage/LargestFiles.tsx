import { FolderOpen, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import {
  Card,
  call,
  formatBytes,
  IconButton,
  IconLink,
  Skeleton,
  useFeedback,
  usePageContext,
  useT,
} from '../../../../web/ui.ts'
import { removeItems, restoreItems } from '../../../operations/contract.ts'
import { RowThumbnail } from '../../../previews/ui.ts'
import { type Item, listLargestFiles } from '../../../tree/contract.ts'
import { apiErrorOf, hrefOf } from '../../../tree/ui.ts'

/** The largest files, each with a way to it, to its folder and to the trash. Loaded after the page. */
export const LargestFiles = ({ onTrashed }: { onTrashed: () => void }) => {
  const t = useT()
  const feedback = useFeedback()
  const [files, setFiles] = useState<Item[] | null>(null)
  useEffect(() => {
    let unmounted = false
    call(listLargestFiles).then(
      ({ data }) => !unmounted && setFiles(data.map((each) => each.data)),
      // The page works without them.
      () => !unmounted && setFiles([]),
    )
    return () => {
      unmounted = true
    }
  }, [])
  const trash = async (file: Item) => {
    const items = [{ id: file.id, type: 'file' }]
    const before = files
    const undo = async () => {
      await call(restoreItems, { body: { items } })
      setFiles(before)
      onTrashed()
    }
    const showError = (error: unknown) => {
      setFiles(before)
      feedback.toast({ text: apiErrorOf(error).message, kind: 'danger' })
    }
    setFiles((shown) => shown?.filter(({ id }) => id !== file.id) ?? null)
    try {
      await call(removeItems, { body: { items } })
      onTrashed()
      const what = t('storage:toast.quoted', { name: file.attributes.name })
      const action = { label: t('web:kit.undo'), onAct: () => void undo().catch(showError) }
      feedback.toast({ text: t('storage:toast.trashed', { what }), action })
    } catch (error) {
      showError(error)
    }
  }
  return (
    <Card title={t('storage:usage.largest.title')} text={t('storage:usage.largest.text')} flush>
      {files === null ? (
        <div className="px-4 py-2 sm:px-6">
          <Skeleton shape="row" count={3} />
        </div>
      ) : files.length === 0 ? (
        <p className="px-4 py-5 text-14 text-muted sm:px-6">{t('storage:usage.largest.none')}</p>
      ) : (
        <ul className="py-1">
          {files.map((file) => (
            <LargeFile key={file.id} file={file} onTrash={() => void trash(file)} />
          ))}
        </ul>
      )}
    </Card>
  )
}

const LargeFile = ({ file, onTrash }: { file: Item; onTrash: () => void }) => {
  const t = useT()
  const { locale } = usePageContext()
  const { name, size } = file.attributes
  const parent = file.relationships.parent?.data
  const folder = hrefOf({ view: 'files', id: parent?.id ?? null })
  return (
    <li className="flex min-h-12 items-center gap-3 px-4 sm:px-6">
      <RowThumbnail item={file} />
      <span className="min-w-0 grow">
        <a
          href={`${folder}?view=${file.id}`}
          className="bidi-plaintext block truncate text-14 font-medium text-text no-underline hover:underline"
        >
          {name}
        </a>
        <span className="block truncate text-13 text-muted">{parent?.attributes.name ?? t('storage:page.files')}</span>
      </span>
      <span className="shrink-0 text-14 tabular-nums">{formatBytes(size ?? 0, locale)}</span>
      <IconLink href={folder} icon={FolderOpen} size="sm" label={t('storage:usage.largest.folder', { name })} />
      <IconButton icon={Trash2} size="sm" label={t('storage:usage.largest.delete', { name })} onClick={onTrash} />
    </li>
  )
}
