import { ChevronLeft, Folder as FolderGlyph } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { FolderNode } from '../../../storage/contract.ts'
import { Button, call, Dialog, Icon, Spinner, useT } from '../../../web/ui.ts'
import type { Folder } from '../../client/shared-folder.store.ts'
import { describeTargets, type TargetItems } from '../../client/target-items.ts'
import { visitorSubfolders } from '../../contract.ts'
import { LoadFailed } from '../LoadFailed.tsx'

interface MoveDialogProps {
  targets: TargetItems
  /** The folder of the items. */
  folder: Folder
  token: string
  /** Id of the shared folder, the root. */
  top: string
  onMove: (to: string) => Promise<void>
  onClose: () => void
}

/** The loaded folders in the open one, and the cursor of the next ones. */
interface Level {
  folders: readonly FolderNode[]
  next: string | null
}

/** Selects a target folder within the link, level by level. */
export const MoveDialog = ({ targets, folder, token, top, onMove, onClose }: MoveDialogProps) => {
  const t = useT()
  /** The open folder and those above it. */
  const [path, setPath] = useState<readonly string[]>([top])
  /** The next page of the open folder; a new object asks for it. */
  const [wanted, setWanted] = useState<{ cursor?: string } | null>({})
  const [level, setLevel] = useState<Level | null>(null)
  const [failed, setFailed] = useState(false)
  const current = path.at(-1) ?? top

  useEffect(() => {
    if (!wanted) return
    let outdated = false
    setFailed(false)
    call(visitorSubfolders, { params: { id: current, token }, query: wanted }).then(
      ({ data, meta }) => {
        if (outdated) return
        setLevel((before) => ({ folders: [...(before?.folders ?? []), ...data], next: meta.next_cursor }))
        setWanted(null)
      },
      () => !outdated && setFailed(true),
    )
    return () => {
      outdated = true
    }
  }, [current, token, wanted])

  const open = (to: readonly string[]) => {
    setPath(to)
    setLevel(null)
    setWanted({})
  }
  const move = () => {
    onClose()
    void onMove(current)
  }
  const moved = new Set(targets.items?.map(({ id }) => id))
  const isTarget = (id: string) => (targets.except ? current !== folder.id || targets.except.has(id) : !moved.has(id))
  const folders = level?.folders.filter(({ id }) => isTarget(id)) ?? []
  const next = wanted ? null : level?.next
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
      {path.length > 1 && (
        <Button
          variant="quiet"
          size="sm"
          icon={ChevronLeft}
          onClick={() => open(path.slice(0, -1))}
          className="rtl:[&_svg]:rotate-180"
        >
          {t('sharing:editor.up')}
        </Button>
      )}
      <ul className="mt-1 min-h-40">
        {folders.map((one) => (
          <li key={one.id}>
            <button
              type="button"
              onClick={() => open([...path, one.id])}
              className="flex min-h-10 w-full items-center gap-3 rounded-sm px-3 text-start text-14 hover:bg-hover pointer-coarse:min-h-11"
            >
              <Icon of={FolderGlyph} size={18} className="shrink-0 text-muted" />
              <bdi className="truncate">{one.name}</bdi>
            </button>
          </li>
        ))}
        {folders.length === 0 && !wanted && !next && (
          <li className="px-3 py-2 text-14 text-muted">{t('sharing:editor.noFolders')}</li>
        )}
        {next && (
          <li>
            <Button variant="quiet" onClick={() => setWanted({ cursor: next })}>
              {t('sharing:list.next')}
            </Button>
          </li>
        )}
        {wanted && (
          <li>
            {failed ? (
              <LoadFailed onRetry={() => setWanted({ ...wanted })} />
            ) : (
              <Spinner label={t('web:kit.loading')} />
            )}
          </li>
        )}
      </ul>
    </Dialog>
  )
}
