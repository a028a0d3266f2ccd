import { subscribeKey } from 'valtio/utils'
import { navigate } from 'vike/client/router'
import { type Feedback, navigationEnd, onRealtime, onRealtimeReconnect } from '../../web/ui.ts'
import { type Notification, notificationEvent, notificationsChanged } from '../contract.ts'
import { readAll, refresh } from './deeds.ts'
import { linkOf } from './follow.ts'
import { playSound } from './sound.ts'
import type { NotificationsStore } from './store.ts'
import { markedTitle } from './title.ts'

export interface ArrivalsDeps {
  store: NotificationsStore
  feedback: Pick<Feedback, 'toast'>
  t: (key: string, values?: Record<string, unknown>) => string
  /** Whether the person wants to hear it. */
  sound: () => boolean
  /** Opens the panel. */
  show: () => void
}

/** Fetches what comes: badge, title of the tab, toast and sound; until the answer is called. */
export const listen = ({ store, feedback, t, sound, show }: ArrivalsDeps): (() => void) => {
  const { state } = store
  const markTitle = () => {
    const title = markedTitle(document.title, state.unread)
    if (title !== document.title) document.title = title
  }
  const toast = (news: readonly Notification[]) => {
    const [newest] = news
    if (!newest) return
    const { title, description, action } = newest.attributes
    const link = news.length === 1 ? linkOf(action) : null
    const go = link && !link.blank ? () => void navigate(link.href) : show
    feedback.toast({
      text: news.length === 1 ? `${title}. ${description}` : t('notifications:center.new', { count: news.length }),
      action: { label: link && !link.blank ? link.label : t('notifications:center.show'), onAct: go },
      key: 'notification',
    })
  }
  const arrived = async () => {
    const news = await refresh(store)
    const [newest] = news
    if (!newest) return
    if (sound()) playSound(newest.id)
    if (state.open) await readAll(store)
    else toast(news)
  }
  const quietly = (deed: () => Promise<unknown>) => () => void deed().catch(() => undefined)
  const stop = [
    onRealtime(notificationEvent, quietly(arrived)),
    onRealtime(
      notificationsChanged,
      quietly(() => refresh(store)),
    ),
    onRealtimeReconnect(quietly(arrived)),
    subscribeKey(state, 'unread', markTitle),
  ]
  window.addEventListener(navigationEnd, markTitle)
  quietly(() => refresh(store))()
  return () => {
    window.removeEventListener(navigationEnd, markTitle)
    for (const end of stop) end()
  }
}
