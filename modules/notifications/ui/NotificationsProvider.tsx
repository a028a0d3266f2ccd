import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { lazyComponent, useFeedback, useLatest, usePageContext, usePref, useT } from '../../web/ui.ts'
import { type AnswerInvitation, notificationsApi } from '../client/notifications.api.ts'
import { createNotificationsStore } from '../client/notifications.store.ts'
import { NotificationsContext } from './notifications-context.ts'

const NotificationPanel = lazyComponent(async () => (await import('./NotificationPanel.tsx')).NotificationPanel)

/** Delay after the first rendering: loading the page has priority over the badge. */
const startDelayMs = 800

interface NotificationsProviderProps {
  answerInvitation: AnswerInvitation
  children: ReactNode
}

/** Provides the notifications of the signed-in user to all pages and renders the panel. */
export const NotificationsProvider = ({ answerInvitation, children }: NotificationsProviderProps): ReactNode => {
  const [store] = useState(() => createNotificationsStore({ ...notificationsApi, answerInvitation }))
  const feedback = useFeedback()
  const t = useT()
  const [sound] = usePref('sound')
  const userId = usePageContext().user?.id
  const wasOpened = useRef(false)
  if (useSnapshot(store.state).open) wasOpened.current = true
  const latest = useLatest({ t, sound })
  useEffect(() => {
    if (!userId) return
    let stop: (() => void) | undefined
    let unmounted = false
    const start = async () => {
      const { followArrivals } = await import('../client/follow-arrivals.ts')
      if (unmounted) return
      stop = followArrivals({
        store,
        feedback,
        t: (key, values) => latest.current.t(key, values),
        sound: () => latest.current.sound,
      })
      NotificationPanel.prefetch()
    }
    // Code that cannot be loaded now is loaded when the connection is back.
    const startOrWait = () =>
      start().catch(() => !unmounted && window.addEventListener('online', startOrWait, { once: true }))
    const timer = setTimeout(startOrWait, startDelayMs)
    return () => {
      unmounted = true
      window.removeEventListener('online', startOrWait)
      clearTimeout(timer)
      stop?.()
    }
  }, [store, feedback, userId])
  return (
    <NotificationsContext value={store}>
      {children}
      {userId && wasOpened.current && <NotificationPanel />}
    </NotificationsContext>
  )
}
