import { Plus, Trash } from 'lucide-react'
import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { cx, Icon, lazyComponent, Menu, usePhone, usePrefetch, useT } from '../../../../web/ui.ts'
import { isExtensionSection } from '../../../tree/ui.ts'
import { mayCreateIn } from '../../client/abilities.ts'
import { useFiles } from '../context.ts'
import { useExtensionLists } from '../extensions/useExtensionLists.ts'
import { createMenu } from '../lazy-menus.ts'
import { useSelection } from '../useListing.ts'
import { LazyPasteBar } from './lazy-paste-bar.ts'

/** Loaded with the first selection, because nothing is selected when the page opens. */
const PhoneSelectionBar = lazyComponent(async () => (await import('./PhoneSelectionBar.tsx')).PhoneSelectionBar)

const round =
  'absolute end-4 bottom-4 grid size-14 place-items-center rounded-full shadow-dialog ring-1 ring-inset active:scale-95'
const creates = cx(round, 'bg-brand-solid text-on-brand ring-brand-edge')
const destroys = cx(round, 'bg-raised text-danger-text ring-danger-line')

/** Keeps toasts above the floating button, or above the selection bar; null: nothing is shown. */
const useRoom = (height: string | null): void => {
  const phone = usePhone()
  useEffect(() => {
    if (!phone || height === null) return
    const { style } = document.documentElement
    style.setProperty('--fab', height)
    return () => void style.removeProperty('--fab')
  }, [phone, height])
}

/** Phones: the selection bar, else a floating button to create. */
export const MobileActions = () => {
  const t = useT()
  const { folderView, count, multi } = useSelection()
  usePrefetch(PhoneSelectionBar)
  const { section } = folderView.location
  const { actions, clipboard } = useFiles()
  const carrying = useSnapshot(clipboard.state).content !== null
  const selecting = count > 0 || multi
  const { list, createIn } = useExtensionLists()
  const created = list(section)?.ownPage ? undefined : createIn(section)
  const creating = !isExtensionSection(section) && mayCreateIn(folderView)
  const isShown = created || (creating && (section !== 'trash' || folderView.listing.state.total > 0))
  useRoom(selecting ? '6rem' : !carrying && isShown ? '4.5rem' : null)
  if (selecting) return <PhoneSelectionBar />
  if (carrying) return <LazyPasteBar className="border-t border-line bg-raised px-3 py-2" />
  if (created)
    return (
      <a data-edge href={created.href} aria-label={t(created.labelKey)} className={creates}>
        <Icon of={Plus} size={24} />
      </a>
    )
  if (!creating) return null
  if (section === 'trash')
    return folderView.listing.state.total > 0 ? (
      <button
        type="button"
        data-edge
        aria-label={t('storage:menu.emptyTrash')}
        onClick={() => void actions.emptyTrash()}
        className={destroys}
      >
        <Icon of={Trash} size={24} />
      </button>
    ) : null
  return (
    <Menu label={t('storage:menu.create')} items={createMenu}>
      <button type="button" data-edge aria-label={t('storage:menu.create')} className={creates}>
        <Icon of={Plus} size={24} />
      </button>
    </Menu>
  )
}
