import { CheckCheck, CornerDownRight, Download, SquareCheck, Trash2, X } from 'lucide-react'
import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import type { Item } from '../../../storage/contract.ts'
import { saveUrl } from '../../../storage/ui.ts'
import { Button, IconButton, restoreFocus, useFeedback, useShortcuts, useT } from '../../../web/ui.ts'
import { linkErrorText } from '../../client/link-errors.ts'
import type { ShareEditorActions } from '../../client/share-editor.actions.ts'
import { downloadPath } from '../../client/share-paths.ts'
import type { SharedFolderStore } from '../../client/shared-folder.store.ts'
import { resolveTargets, type ShareTargetItems } from '../../client/target-items.ts'
import type { StartZipDownload } from '../useZipDownload.ts'

interface SelectionToolsProps {
  folder: SharedFolderStore
  token: string
  /** Downloads several items or a folder as an archive; null where downloads are disabled. */
  zip: StartZipDownload | null
}

const shortcutKeys = { all: 'mod+a', clear: 'Escape' } as const

/** The button that starts a selection, and the toolbar for selected items. */
export const SelectionTools = ({ folder, token, zip }: SelectionToolsProps) => {
  const t = useT()
  const { selection, state, listing } = folder
  const { multi, version } = useSnapshot(selection.state)
  const { actions } = useSnapshot(state)
  const { total } = useSnapshot(listing.state)
  useEffect(() => {
    state.selectable = true
    return () => {
      state.selectable = false
    }
  }, [state])
  const count = version > 0 ? selection.count() : 0
  const isOffered = total > 0 && Boolean(zip || actions)
  const isOn = multi || count > 0
  useShortcuts(
    isOffered
      ? [
          {
            keys: shortcutKeys.all,
            label: t('sharing:select.all'),
            run: () => selection.all({ everythingKnown: listing.complete() }),
          },
          { keys: shortcutKeys.clear, label: t('sharing:select.clear'), run: () => isOn && selection.clear() },
        ]
      : [],
  )
  if (!isOffered) return null
  return (
    <>
      <Button size="sm" icon={SquareCheck} aria-pressed={multi} onClick={() => selection.setMulti(!multi)}>
        {t('sharing:select.start')}
      </Button>
      {isOn && (
        <SelectionBar
          folder={folder}
          token={token}
          zip={zip}
          actions={actions as ShareEditorActions | null}
          count={count}
        />
      )}
    </>
  )
}

const SelectionBar = ({
  folder,
  token,
  zip,
  actions,
  count,
}: SelectionToolsProps & { actions: ShareEditorActions | null; count: number }) => {
  const t = useT()
  const feedback = useFeedback()
  const { selection, listing, dialogs } = folder
  /** Runs the action with the selected items; selected rows that are not loaded yet may fail to load. */
  const withTargets = (action: (targets: ShareTargetItems) => unknown) => () =>
    void resolveTargets(folder)
      .then(action)
      .catch((error: unknown) => feedback.toast({ kind: 'danger', text: linkErrorText(error, t) }))
  const download = async (targets: ShareTargetItems) => {
    const [only] = targets.items?.length === 1 ? (targets.items as readonly Item[]) : []
    if (only?.type === 'file') saveUrl(downloadPath(token, only), only.attributes.name)
    else await zip?.(targets)
  }
  const none = count === 0
  // The bar disappears with the selection, and may have had the focus.
  useEffect(() => restoreFocus, [])
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-[calc(var(--dock,0px)+env(safe-area-inset-bottom))] z-30 flex justify-center sm:bottom-4 sm:px-4">
      <div
        role="toolbar"
        aria-label={t('sharing:select.bar')}
        className="pointer-events-auto flex w-full items-center gap-1 border border-line bg-raised px-3 py-2 shadow-float max-sm:border-x-0 max-sm:border-b-0 sm:w-auto sm:rounded-lg sm:py-1.5"
      >
        <p role="status" className="me-3 min-w-0 grow truncate text-14 font-medium tabular-nums">
          {t('sharing:select.count', { count })}
        </p>
        {count < listing.state.total && (
          <IconButton
            icon={CheckCheck}
            label={t('sharing:select.all')}
            shortcut={shortcutKeys.all}
            onClick={() => selection.all({ everythingKnown: listing.complete() })}
          />
        )}
        {zip && (
          <IconButton
            icon={Download}
            label={t('sharing:page.download')}
            disabled={none}
            onClick={withTargets(download)}
          />
        )}
        {actions && (
          <>
            <IconButton
              icon={CornerDownRight}
              label={t('sharing:editor.move')}
              disabled={none}
              onClick={withTargets((targets) => dialogs.open({ name: 'move', targets }))}
            />
            <IconButton
              icon={Trash2}
              label={t('sharing:editor.delete')}
              disabled={none}
              onClick={withTargets(actions.remove)}
            />
          </>
        )}
        <IconButton
          icon={X}
          label={t('sharing:select.clear')}
          shortcut={shortcutKeys.clear}
          onClick={() => selection.clear()}
        />
      </div>
    </div>
  )
}
