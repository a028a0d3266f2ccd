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

/** Selects a target folder within the link, level by level. */
export const MoveDialog = ({ targets, folder, token, top, onMove, onClose }: MoveDialogProps) => {
  const t = useT()
  const [ancestors, setAncestors] = useState<string[]>([top])
  const [level, setLevel] = useState<FolderNode[] | null>(null)
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const current = ancestors.at(-1) ?? top

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again
  useEffect(() => {
    let unmounted = false
    setLevel(null)
    setFailed(false)
    call(visitorSubfolders, { params: { id: current, token } }).then(
      ({ data }) => !unmounted && setLevel(data),
      () => !unmounted && setFailed(true),
    )
    return () => {
      unmounted = true
    }
  }, [current, token, attempt])

  const move = () => {
    onClose()
    void onMove(current)
  }
  const moved = new Set(targets.items?.map(({ id }) => id))
  const isTarget = (id: string) => (targets.except ? current !== folder.id || targets.except.has(id) : !moved.has(id))
  const folders = level?.filter(({ id }) => isTarget(id))
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
      {ancestors.length > 1 && (
        <Button
          variant="quiet"
          size="sm"
          icon={ChevronLeft}
          onClick={() => setAncestors(ancestors.slice(0, -1))}
          className="rtl:[&_svg]:rotate-180"
        >
          {t('sharing:editor.up')}
        </Button>
      )}
      <ul className="mt-1 min-h-40">
        {failed && (
          <li>
            <LoadFailed onRetry={() => setAttempt(attempt + 1)} />
          </li>
        )}
        {!folders && !failed && (
          <li>
            <Spinner label={t('web:kit.loading')} />
          </li>
        )}
        {folders?.length === 0 && <li className="px-3 py-2 text-14 text-muted">{t('sharing:editor.noFolders')}</li>}
        {folders?.map((one) => (
          <li key={one.id}>
            <button
              type="button"
              onClick={() => setAncestors([...ancestors, one.id])}
              className="flex min-h-10 w-full items-center gap-3 rounded-sm px-3 text-start text-14 hover:bg-hover pointer-coarse:min-h-11"
            >
              <Icon of={FolderGlyph} size={18} className="shrink-0 text-muted" />
              <bdi className="truncate">{one.name}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
