import { ClipboardPaste, X } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { Button, cx, IconButton, useT } from '../../../../web/ui.ts'
import { mayCreateIn } from '../../client/abilities.ts'
import type { ClipboardContent } from '../../client/clipboard.ts'
import { countOf } from '../../client/selection-target.ts'
import { leavesFocus } from '../browser/focus-list.ts'
import { useFiles } from '../context.ts'
import { useFileActions } from '../useFileActions.ts'
import { useListing } from '../useListing.ts'

/** Paste and cancel buttons while the clipboard is filled. */
export const PasteBar = ({ className }: { className?: string }) => {
  const { drag, clipboard } = useFiles()
  const t = useT()
  const fileActions = useFileActions()
  const { folderView } = useListing()
  const content = useSnapshot(clipboard.state).content as ClipboardContent | null
  const { location, root } = folderView
  if (!content) return null
  const fits =
    location.section === 'files' &&
    mayCreateIn(folderView) &&
    (content.mode === 'copy' || drag.allows(content.target, root ? { id: root.id, name: root.attributes.name } : null))
  return (
    <div ref={leavesFocus} className={cx('flex min-w-0 items-center gap-1', className)}>
      <Button
        icon={ClipboardPaste}
        variant="tinted"
        disabled={!fits}
        onClick={fileActions.paste}
        className="phone:grow"
      >
        {t('storage:menu.paste', { count: countOf(content.target) })}
      </Button>
      <IconButton icon={X} label={t('storage:menu.cancelCut')} shortcut="Escape" onClick={clipboard.clear} />
    </div>
  )
}
