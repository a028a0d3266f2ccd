import { CheckCheck, Settings2, Trash2, Volume2, VolumeX } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { Flyout, IconButton, lazyComponent, Sheet, useFeedback, usePageContext, usePref, useT } from '../../web/ui.ts'
import { clearExceptInvitations, isOpenInvitation } from '../client/clear-notifications.ts'
import {
  countUnreadBesideList,
  markAllRead,
  markListedRead,
  refreshNotifications,
} from '../client/notification-actions.ts'
import { NotificationList } from './NotificationList.tsx'
import { useNotifications } from './notifications-context.ts'

const NotificationSettings = lazyComponent(
  async () => (await import('./NotificationSettings.tsx')).NotificationSettings,
)

/** The panel that the bell opens, a sheet on phones. Opening it marks the listed notifications as read. */
export const NotificationPanel = () => {
  const t = useT()
  const store = useNotifications()
  const { open } = useSnapshot(store.state)
  const { urlPathname } = usePageContext()
  const isOpen = open !== null
  // Kept while the panel animates out.
  const lastOpen = useRef(open)
  if (open) lastOpen.current = open
  useEffect(() => {
    if (!isOpen) return
    void refreshNotifications(store)
      .then(() => markListedRead(store))
      .catch(() => undefined)
  }, [isOpen, store])
  const path = useRef(urlPathname)
  useEffect(() => {
    if (path.current === urlPathname) return
    path.current = urlPathname
    store.close()
  }, [urlPathname, store])

  const onOpenChange = (nextOpen: boolean) => {
    if (!nextOpen) store.close()
  }
  const title = t('notifications:center.title')
  if (lastOpen.current?.placement === 'bar')
    return (
      <Sheet open={isOpen} onOpenChange={onOpenChange} title={title} header={<PanelHeader title={title} />}>
        <NotificationList />
      </Sheet>
    )
  return (
    <Flyout
      open={isOpen}
      onOpenChange={onOpenChange}
      label={title}
      anchor={(lastOpen.current?.bell as HTMLElement | undefined) ?? null}
    >
      <header className="flex shrink-0 items-center border-b border-line py-2 ps-4 pe-2">
        <PanelHeader title={title} />
      </header>
      <div className="min-h-0 grow scroll-py-2 overflow-y-auto overscroll-contain">
        <NotificationList />
      </div>
    </Flyout>
  )
}

const PanelHeader = ({ title }: { title: string }) => {
  const t = useT()
  const feedback = useFeedback()
  const store = useNotifications()
  const [sound, setSound] = usePref('sound')
  const [configuring, setConfiguring] = useState(false)
  const closeSettings = useCallback(() => setConfiguring(false), [])
  const state = useSnapshot(store.state)
  const markAll = () =>
    void markAllRead(store).catch(() => feedback.toast({ kind: 'danger', text: t('notifications:card.failed') }))
  const clear = async () => {
    try {
      await clearExceptInvitations(store)
      if (store.state.items.length > 0) feedback.toast({ text: t('notifications:center.kept') })
    } catch {
      feedback.toast({ kind: 'danger', text: t('notifications:center.clearFailed') })
    }
  }
  return (
    <div className="flex grow items-center gap-1">
      <h2 className="min-w-0 grow truncate text-16 font-semibold">{title}</h2>
      {countUnreadBesideList(state) > 0 && (
        <IconButton icon={CheckCheck} size="sm" label={t('notifications:center.readAll')} onClick={markAll} />
      )}
      <IconButton
        icon={sound ? Volume2 : VolumeX}
        size="sm"
        label={sound ? t('notifications:center.muteSound') : t('notifications:center.playSound')}
        onClick={() => setSound(!sound)}
      />
      <IconButton
        icon={Settings2}
        size="sm"
        label={t('notifications:settings.title')}
        onClick={() => setConfiguring(true)}
      />
      {configuring && <NotificationSettings close={closeSettings} onNotLoaded={closeSettings} />}
      {!state.items.every(isOpenInvitation) && (
        <IconButton icon={Trash2} size="sm" label={t('notifications:center.clear')} onClick={() => void clear()} />
      )}
    </div>
  )
}
