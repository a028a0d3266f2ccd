import { ClipboardPaste, X } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { Button, cx, IconButton, useT } from '../../../../web/ui.ts'
import type { ClipboardContent } from '../../client/clipboard.ts'
import { pasteStateOf } from '../../client/paste-state.ts'
import { targetCount } from '../../client/selection-target.ts'
import { shortcutKeys } from '../../client/shortcut-keys.ts'
import { leavesFocus } from '../browser/focus-list.ts'
import { useFiles } from '../context.ts'
import { useFileActions } from '../useFileActions.ts'
import { useListing } from '../useListing.ts'

/** Paste and cancel buttons while the clipboard is filled. */
export const PasteBar = ({ className }: { className?: string }) => {
  const app = useFiles()
  const { clipboard } = app
  const t = useT()
  const fileActions = useFileActions()
  // The open folder decides what may be pasted.
  useListing()
  const content = useSnapshot(clipboard.state).content as ClipboardContent | null
  if (!content) return null
  const { problem } = pasteStateOf(content, app)
  // Not disabled then: pressing it tells the reason, also on touch screens.
  const isOtherOwner = problem === 'other-owner'
  return (
    <div ref={leavesFocus} className={cx('flex min-w-0 items-center gap-1', className)}>
      <Button
        icon={ClipboardPaste}
        variant="tinted"
        disabled={problem === 'impossible'}
        aria-disabled={isOtherOwner || undefined}
        data-tip={isOtherOwner ? t('storage:menu.pasteOtherOwner') : undefined}
        onClick={fileActions.paste}
        className="phone:grow"
      >
        {t('storage:menu.paste', { count: targetCount(content.target) })}
      </Button>
      <IconButton
        icon={X}
        label={t('storage:menu.cancelCut')}
        shortcut={shortcutKeys.clear}
        onClick={clipboard.clear}
      />
    </div>
  )
}
