import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { lazyComponent, useFeedback, usePageContext, usePref, useT } from '../../web/ui.ts'
import { createNotificationsStore } from '../client/store.ts'
import { NotificationsContext } from './context.ts'

const Center = lazyComponent(async () => (await import('./Center.tsx')).Center)

/** ms after the first paint: the badge can wait, the page cannot. */
const patience = 800

/** Keeps the bell up to date across pages and shows its panel; for signed-in people. */
export const NotificationsProvider = ({ children }: { children: ReactNode }): ReactNode => {
  const [store] = useState(createNotificationsStore)
  const feedback = useFeedback()
  const t = useT()
  const [sound] = usePref('sound')
  const userId = usePageContext().user?.id
  const opened = useRef(false)
  if (useSnapshot(store.state).open) opened.current = true
  const now = useRef({ t, sound })
  now.current = { t, sound }
  useEffect(() => {
    if (!userId) return
    let stop: (() => void) | undefined
    let gone = false
    const begin = async () => {
      const { listen } = await import('../client/arrivals.ts')
      if (gone) return
      stop = listen({
        store,
        feedback,
        t: (key, values) => now.current.t(key, values),
        sound: () => now.current.sound,
        show: () => {
          const bell = Array.from(document.querySelectorAll<HTMLElement>('[data-bell]')).find(
            (element) => element.offsetParent !== null,
          )
          bell?.click()
        },
      })
      Center.prefetch()
    }
    const timer = setTimeout(() => void begin(), patience)
    return () => {
      gone = true
      clearTimeout(timer)
      stop?.()
    }
  }, [store, feedback, userId])
  return (
    <NotificationsContext value={store}>
      {children}
      {userId && opened.current && <Center />}
    </NotificationsContext>
  )
}
