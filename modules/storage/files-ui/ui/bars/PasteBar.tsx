import { ClipboardPaste, X } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { Button, cx, IconButton, useT } from '../../../../web/ui.ts'
import type { Held } from '../../client/clipboard.ts'
import { countOf } from '../../client/selection-target.ts'
import { leavesFocus } from '../browser/focus-list.ts'
import { useFiles } from '../context.ts'
import { useDeeds } from '../useFileActions.ts'
import { useListing } from '../useOpened.ts'

/** What was cut or copied, waiting to be put into another folder. */
export const PasteBar = ({ className }: { className?: string }) => {
  const { drag, clipboard } = useFiles()
  const t = useT()
  const deeds = useDeeds()
  const { opened } = useListing()
  const held = useSnapshot(clipboard.state).held as Held | null
  const { place, root } = opened
  if (!held) return null
  const fits =
    place.view === 'files' &&
    (held.mode === 'copy' || drag.fits(held.target, root ? { id: root.id, name: root.attributes.name } : null))
  return (
    <div ref={leavesFocus} className={cx('flex min-w-0 items-center gap-1', className)}>
      <Button icon={ClipboardPaste} variant="tinted" disabled={!fits} onClick={deeds.paste} className="phone:grow">
        {t('storage:menu.paste', { count: countOf(held.target) })}
      </Button>
      <IconButton icon={X} label={t('storage:menu.letGo')} shortcut="Escape" onClick={clipboard.letGo} />
    </div>
  )
}
