import { Trash2, Volume2, VolumeX } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { Flyout, IconButton, Sheet, useFeedback, usePageContext, usePref, useT } from '../../web/ui.ts'
import { clearAll, readAll, refresh } from '../client/deeds.ts'
import { CenterBody } from './CenterBody.tsx'
import { useNotifications } from './context.ts'

/** The panel behind the bell (PRODUCT.md §2); a sheet on phones. Opening it reads everything. */
export const Center = () => {
  const t = useT()
  const store = useNotifications()
  const { open } = useSnapshot(store.state)
  const { urlPathname } = usePageContext()
  const isOpen = open !== null
  const shown = useRef(open)
  if (open) shown.current = open
  useEffect(() => {
    if (!isOpen) return
    void refresh(store)
      .then(() => readAll(store))
      .catch(() => undefined)
  }, [isOpen, store])
  const path = useRef(urlPathname)
  useEffect(() => {
    if (path.current === urlPathname) return
    path.current = urlPathname
    store.close()
  }, [urlPathname, store])

  const onOpenChange = (wanted: boolean) => {
    if (!wanted) store.close()
  }
  const title = t('notifications:center.title')
  if (shown.current?.place === 'bar')
    return (
      <Sheet open={isOpen} onOpenChange={onOpenChange} title={title} header={<Header title={title} />}>
        <CenterBody />
      </Sheet>
    )
  return (
    <Flyout
      open={isOpen}
      onOpenChange={onOpenChange}
      label={title}
      anchor={(shown.current?.bell as HTMLElement | undefined) ?? null}
      side={shown.current?.place === 'header' ? 'below' : 'beside'}
    >
      <header className="flex shrink-0 items-center border-b border-line py-2 ps-4 pe-2">
        <Header title={title} />
      </header>
      <div className="min-h-0 grow overflow-y-auto overscroll-contain">
        <CenterBody />
      </div>
    </Flyout>
  )
}

const Header = ({ title }: { title: string }) => {
  const t = useT()
  const feedback = useFeedback()
  const store = useNotifications()
  const [sound, setSound] = usePref('sound')
  const { items } = useSnapshot(store.state)
  const clear = () =>
    void clearAll(store).catch(() => feedback.toast({ kind: 'danger', text: t('notifications:center.clearFailed') }))
  return (
    <div className="flex grow items-center gap-1">
      <h2 className="min-w-0 grow truncate text-16 font-semibold">{title}</h2>
      <IconButton
        icon={sound ? Volume2 : VolumeX}
        size="sm"
        label={sound ? t('notifications:center.muteSound') : t('notifications:center.playSound')}
        onClick={() => setSound(!sound)}
      />
      {items.length > 0 && (
        <IconButton icon={Trash2} size="sm" label={t('notifications:center.clear')} onClick={clear} />
      )}
    </div>
  )
}
