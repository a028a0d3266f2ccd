import { ChevronLeft, Folder as FolderGlyph } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button, call, Dialog, Icon, Spinner, usePages, useT } from '../../../web/ui.ts'
import type { SharedFolderStore } from '../../client/shared-folder.store.ts'
import { describeTargets, type ShareTargetItems } from '../../client/target-items.ts'
import { visitorSubfolders } from '../../contract.ts'
import { ShareLoadFailed } from '../ShareLoadFailed.tsx'

interface ShownFolder {
  id: string
  name: string
}

interface MoveDialogProps {
  targets: ShareTargetItems
  /** The folder of the items. */
  folder: SharedFolderStore
  token: string
  /** The shared folder, the root. */
  top: ShownFolder
  onMove: (to: string) => Promise<void>
  onClose: () => void
}

/** Selects a target folder within the link, level by level. */
export const MoveDialog = ({ targets, folder, token, top, onMove, onClose }: MoveDialogProps) => {
  const t = useT()
  /** The folders above the open one, topmost first, and it. */
  const [path, setPath] = useState<readonly ShownFolder[]>([top])
  const { id: current, name } = path.at(-1) ?? top
  const where = useRef<HTMLParagraphElement>(null)
  /** Opens another level: the pressed row disappears. */
  const go = (to: readonly ShownFolder[]) => {
    setPath(to)
    where.current?.focus()
  }
  const move = () => {
    onClose()
    void onMove(current)
  }
  const moved = new Set(targets.items?.map(({ id }) => id))
  const isTarget = (id: string) => (targets.except ? current !== folder.id || targets.except.has(id) : !moved.has(id))
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('sharing:editor.moveTitle', describeTargets(targets, folder))}
      footer={
        <>
          <Button onClick={onClose}>{t('web:kit.cancel')}</Button>
          <Button variant="solid" onClick={move} disabled={current === folder.id}>
            {t('sharing:editor.moveHere')}
          </Button>
        </>
      }
    >
      <p ref={where} role="status" tabIndex={-1} className="mb-1 text-14 break-words outline-none">
        {t('web:kit.labelled', { label: t('storage:dialog.move.where'), value: name })}
      </p>
      {path.length > 1 && (
        <Button
          variant="quiet"
          size="sm"
          icon={ChevronLeft}
          onClick={() => go(path.slice(0, -1))}
          className="rtl:[&_svg]:rotate-180"
        >
          {t('sharing:editor.up')}
        </Button>
      )}
      <Subfolders
        key={current}
        parent={current}
        token={token}
        isTarget={isTarget}
        onOpen={(folder) => go([...path, folder])}
      />
    </Dialog>
  )
}

interface SubfoldersProps {
  parent: string
  token: string
  isTarget: (id: string) => boolean
  onOpen: (folder: ShownFolder) => void
}

const Subfolders = ({ parent, token, isTarget, onOpen }: SubfoldersProps) => {
  const t = useT()
  const load = async (cursor: string | undefined) => {
    const query = cursor === undefined ? {} : { cursor }
    const { data, meta } = await call(visitorSubfolders, { params: { id: parent, token }, query })
    return { rows: data, next: meta.next_cursor }
  }
  const { rows, hasMore, isLoading, error, more, retry } = usePages(load, [])
  const folders = rows?.filter(({ id }) => isTarget(id)) ?? []
  const end =
    error !== null ? (
      <ShareLoadFailed onRetry={retry} />
    ) : !rows ? (
      <Spinner label={t('web:kit.loading')} />
    ) : hasMore ? (
      <Button variant="quiet" loading={isLoading} onClick={more}>
        {t('sharing:list.next')}
      </Button>
    ) : null
  return (
    <ul className="mt-1 min-h-40">
      {folders.map(({ id, name }) => (
        <li key={id}>
          <button
            type="button"
            onClick={() => onOpen({ id, name })}
            className="flex min-h-10 w-full items-center gap-3 rounded-sm px-3 text-start text-14 hover:bg-hover pointer-coarse:min-h-11"
          >
            <Icon of={FolderGlyph} size={18} className="shrink-0 text-muted" />
            <bdi className="truncate">{name}</bdi>
          </button>
        </li>
      ))}
      {rows && folders.length === 0 && !hasMore && (
        <li className="px-3 py-2 text-14 text-muted">{t('sharing:editor.noFolders')}</li>
      )}
      {end && <li>{end}</li>}
    </ul>
  )
}
