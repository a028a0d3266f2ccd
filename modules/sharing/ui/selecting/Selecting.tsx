import { CheckCheck, CornerDownRight, Download, SquareCheck, Trash2, X } from 'lucide-react'
import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import type { Item } from '../../../storage/contract.ts'
import { saveAddress } from '../../../storage/ui.ts'
import { Button, formatNumber, IconButton, usePageContext, useT } from '../../../web/ui.ts'
import { downloadPath } from '../../client/addresses.ts'
import type { Deeds } from '../../client/editor-deeds.ts'
import type { Folder } from '../../client/folder.store.ts'
import { pickedOf } from '../../client/picked.ts'
import type { Zip } from '../useZip.ts'

interface SelectingProps {
  folder: Folder
  token: string
  /** Fetches several things, or a folder, as one archive; null where downloads are off. */
  zip: Zip | null
}

/** The way into selecting for those without keys, and what can be done with what is selected. */
export const Selecting = ({ folder, token, zip }: SelectingProps) => {
  const t = useT()
  const { selection, state, listing } = folder
  const { multi, version } = useSnapshot(selection.state)
  const { deeds } = useSnapshot(state)
  const { total } = useSnapshot(listing.state)
  useEffect(() => {
    state.selectable = true
    return () => {
      state.selectable = false
    }
  }, [state])
  const count = version > 0 ? selection.count() : 0
  if (total === 0 || (!zip && !deeds)) return null
  return (
    <>
      <Button size="sm" icon={SquareCheck} aria-pressed={multi} onClick={() => selection.setMulti(!multi)}>
        {t('sharing:select.start')}
      </Button>
      {(multi || count > 0) && (
        <SelectionBar folder={folder} token={token} zip={zip} deeds={deeds as Deeds | null} count={count} />
      )}
    </>
  )
}

const SelectionBar = ({
  folder,
  token,
  zip,
  deeds,
  count,
}: SelectingProps & { deeds: Deeds | null; count: number }) => {
  const t = useT()
  const { locale } = usePageContext()
  const { selection, listing, editing } = folder
  const download = async () => {
    const picked = await pickedOf(folder)
    const [only] = picked.items?.length === 1 ? (picked.items as readonly Item[]) : []
    if (only?.type === 'file') saveAddress(downloadPath(token, only), only.attributes.name)
    else await zip?.(picked)
  }
  const none = count === 0
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-[calc(var(--dock,0px)+env(safe-area-inset-bottom))] z-30 flex justify-center sm:bottom-4 sm:px-4">
      <div
        role="toolbar"
        aria-label={t('sharing:select.bar')}
        className="pointer-events-auto flex w-full items-center gap-1 border border-line bg-raised px-3 py-2 shadow-float max-sm:border-x-0 max-sm:border-b-0 sm:w-auto sm:rounded-lg sm:py-1.5"
      >
        <p role="status" className="me-3 min-w-0 grow truncate text-14 font-medium tabular-nums">
          {t('sharing:select.count', { count, number: formatNumber(count, locale) })}
        </p>
        {count < listing.state.total && (
          <IconButton
            icon={CheckCheck}
            label={t('sharing:select.all')}
            shortcut="mod+a"
            onClick={() => selection.all(listing.complete())}
          />
        )}
        {zip && (
          <IconButton
            icon={Download}
            label={t('sharing:page.download')}
            disabled={none}
            onClick={() => void download()}
          />
        )}
        {deeds && (
          <>
            <IconButton
              icon={CornerDownRight}
              label={t('sharing:editor.move')}
              disabled={none}
              onClick={() => void pickedOf(folder).then((picked) => editing.ask({ name: 'move', picked }))}
            />
            <IconButton
              icon={Trash2}
              label={t('sharing:editor.delete')}
              disabled={none}
              onClick={() => void pickedOf(folder).then(deeds.remove)}
            />
          </>
        )}
        <IconButton icon={X} label={t('sharing:select.clear')} shortcut="Escape" onClick={() => selection.clear()} />
      </div>
    </div>
  )
}
