import { Dialog, Kbd, useT } from '../../../../web/ui.ts'
import { viewerCommands, viewerKeys } from './keys.ts'

/** Keyboard shortcuts of the viewer. */
export const ViewerShortcutsDialog = ({
  open,
  onOpenChange,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
}) => {
  const t = useT()
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('storage:viewer.keys')}>
      <dl>
        {viewerCommands.map((command) => (
          <div
            key={command}
            className="flex min-h-9 items-center justify-between gap-4 border-b border-line text-14 last:border-0"
          >
            <dt>{t(`storage:viewer.key.${command}`)}</dt>
            <dd>
              <Kbd keys={viewerKeys[command][0]} />
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
