import { FolderOpen, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import {
  Card,
  call,
  emitInThisTab,
  errorToast,
  formatBytes,
  IconButton,
  IconLink,
  Skeleton,
  useFeedback,
  useListFocus,
  useLoad,
  usePageContext,
  useT,
} from '../../../../web/ui.ts'
import { removeItems, restoreItems } from '../../../operations/contract.ts'
import { RowThumbnail } from '../../../previews/ui.ts'
import { type Item, itemsChanged, listLargestFiles } from '../../../tree/contract.ts'
import { hrefOf } from '../../../tree/ui.ts'
import { trashContent } from '../../client/undo.ts'
import { undoOf } from '../../client/undo-of.ts'
import { LoadFailed } from '../LoadFailed.tsx'

const notifyChange = () => emitInThisTab(itemsChanged, { parent_id: null, everything: true })

/**
 * The largest files, each with a way to it, to its folder and to the trash. Loaded after the page, and again after
 * further `changes`.
 */
export const LargestFiles = ({ changes }: { changes: number }) => {
  const t = useT()
  const feedback = useFeedback()
  const undo = undoOf(feedback, t)
  const list = useRef<HTMLUListElement>(null)
  const keepFocus = useListFocus(list, 'li')
  /** Files whose deletion is on its way: a list read before it has them still. */
  const leaving = useRef(new Set<string>())
  const load = async (signal: AbortSignal): Promise<Item[]> => {
    const { data } = await call(listLargestFiles, { signal })
    return data.map((file) => file.data).filter(({ id }) => !leaving.current.has(id))
  }
  const { data: files, error, reload, setData: setFiles } = useLoad(load, [changes])
  const trash = async (file: Item) => {
    const items = [{ id: file.id, type: 'file' }]
    const showError = (error: unknown) => feedback.toast(errorToast(error, t))
    const restore = () =>
      call(restoreItems, { body: { items, on_conflict: 'keep-both' } }).then(
        () => {
          notifyChange()
          return true
        },
        (error: unknown) => {
          showError(error)
          return false
        },
      )
    leaving.current.add(file.id)
    setFiles((shown) => shown?.filter(({ id }) => id !== file.id) ?? null)
    try {
      await call(removeItems, { body: { items } })
      const text = t('storage:toast.trashed', { what: t('storage:toast.quoted', { name: file.attributes.name }) })
      undo.offer({
        text,
        ids: new Set([file.id]),
        requires: new Set([trashContent]),
        undo: restore,
      })
    } catch (error) {
      showError(error)
    }
    leaving.current.delete(file.id)
    // Also of lists opened meanwhile.
    notifyChange()
  }
  return (
    <Card title={t('storage:usage.largest.title')} text={t('storage:usage.largest.text')} flush>
      {files === null && error !== null ? (
        <LoadFailed error={error} retry={reload} />
      ) : files === null ? (
        <div className="px-4 py-2 sm:px-6">
          <Skeleton shape="row" count={3} />
        </div>
      ) : files.length === 0 ? (
        <p className="px-4 py-5 text-14 text-muted sm:px-6">{t('storage:usage.largest.none')}</p>
      ) : (
        <ul ref={list} {...keepFocus} className="py-1">
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
  const folder = hrefOf({ section: 'files', id: parent?.id ?? null })
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
