import { subscribeKey } from 'valtio/utils'
import { navigate } from 'vike/client/router'
import { type Feedback, navigationEnd, onPageVisible, onRealtime, onRealtimeReconnect } from '../../web/ui.ts'
import { type Notification, notificationEvent, notificationsChanged } from '../contract.ts'
import { actionLink } from './action-link.ts'
import { markListedRead, refreshNotifications } from './notification-actions.ts'
import type { NotificationsStore } from './notifications.store.ts'
import { titleWithUnread } from './page-title.ts'
import { playSound } from './play-sound.ts'

/** Delays before a failed call is repeated. */
const retryDelaysMs = [2_000, 10_000, 60_000]

/** Whether an element whose top the person sees shows what the notification links to (`data-shows`: the end of its URL). */
const isShown = ({ attributes: { action } }: Notification): boolean =>
  document.visibilityState === 'visible' &&
  Array.from(document.querySelectorAll<HTMLElement>('[data-shows]')).some((element) => {
    const { left, top, width } = element.getBoundingClientRect()
    const isSeen = element.contains(document.elementFromPoint(left + width / 2, top + 1))
    return isSeen && action?.params.url?.endsWith(element.dataset.shows ?? '\0')
  })

interface ArrivalsDeps {
  store: NotificationsStore
  feedback: Pick<Feedback, 'toast'>
  t: (key: string, values?: Record<string, unknown>) => string
  /** Whether the user has turned the sound on. */
  sound: () => boolean
}

/** Opens the panel by the bell that is shown. */
const openPanel = (): void =>
  Array.from(document.querySelectorAll<HTMLElement>('[data-bell]'))
    .find((element) => element.offsetParent !== null)
    ?.click()

/**
 * Fetches new notifications as they are announced and updates badge, tab title, toast and sound. Returns the function
 * that stops it.
 */
export const followArrivals = ({ store, feedback, t, sound }: ArrivalsDeps): (() => void) => {
  const { state } = store
  const updateTitle = () => {
    const title = titleWithUnread(document.title, state.unread)
    if (title !== document.title) document.title = title
  }
  const toast = (added: readonly Notification[]) => {
    const [newest] = added
    if (!newest) return
    const { title, description, action } = newest.attributes
    const link = added.length === 1 ? actionLink(action) : null
    const open = link && !link.newTab ? () => void navigate(link.href) : openPanel
    feedback.toast({
      text:
        added.length === 1
          ? t('notifications:center.newOne', { title, description })
          : t('notifications:center.new', { count: added.length }),
      action: { label: link && !link.newTab ? link.label : t('notifications:center.show'), onAct: open },
      key: 'notification',
    })
  }
  const timers = new Set<ReturnType<typeof setTimeout>>()
  /** Repeats failed calls: their notifications would be missing until the next one arrives. */
  const repeating = (fn: () => Promise<unknown>) => () => {
    const attempt = (number: number): void =>
      void fn().catch(() => {
        const delay = retryDelaysMs[number]
        if (delay === undefined) return
        const timer = setTimeout(() => {
          timers.delete(timer)
          attempt(number + 1)
        }, delay)
        timers.add(timer)
      })
    attempt(0)
  }
  /** Announces new notifications, but reads those whose subject is on the screen. */
  const announce = (added: readonly Notification[]): void => {
    const shown = added.filter(isShown).map(({ id }) => id)
    const others = added.filter(({ id }) => !shown.includes(id))
    const [newest] = others
    if (newest && sound()) playSound(newest.id)
    if (newest && !state.open) toast(others)
    // A hidden tab shows them to no one: its panel reads them when it becomes visible.
    else if (newest && document.visibilityState === 'visible') repeating(() => markListedRead(store))()
    const readShown = async () => {
      await store.api.read(shown)
      announce(await refreshNotifications(store))
    }
    if (shown.length > 0) repeating(readShown)()
  }
  const fetchNew = async () => announce(await refreshNotifications(store))
  const stop = [
    onRealtime(notificationEvent, repeating(fetchNew)),
    onRealtime(
      notificationsChanged,
      repeating(() => refreshNotifications(store)),
    ),
    onRealtimeReconnect(repeating(fetchNew)),
    subscribeKey(state, 'unread', updateTitle),
    onPageVisible(repeating(() => markListedRead(store))),
  ]
  window.addEventListener(navigationEnd, updateTitle)
  repeating(() => refreshNotifications(store))()
  return () => {
    window.removeEventListener(navigationEnd, updateTitle)
    for (const end of stop) end()
    for (const timer of timers) clearTimeout(timer)
  }
}
