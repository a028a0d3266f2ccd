import { CloudOff, OctagonAlert } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useT } from '../i18n/use-t.ts'
import { Icon } from '../kit/index.ts'

const subscribe = (changed: () => void) => {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

/** Whether the browser has a network; true on the server. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )

const bar = 'flex min-h-8 shrink-0 items-center justify-center gap-2 px-4 py-1.5 text-center text-13 font-medium'

/** Says that the connection is gone; what was begun goes on when it is back. */
export const OfflineBar = () => {
  const t = useT()
  const online = useOnline()
  return (
    <div role="status">
      {!online && (
        <div className={`${bar} bg-tip text-on-tip`}>
          <Icon of={CloudOff} className="shrink-0" />
          <span className="text-pretty">{t('web:shell.offline')}</span>
        </div>
      )}
    </div>
  )
}

/** PRODUCT.md §2: the account is restricted, and why; leads to where it can be mended. */
export const RestrictionBar = ({ reason, href }: { reason: string; href?: string }) => {
  const t = useT()
  const content = (
    <>
      <Icon of={OctagonAlert} className="shrink-0" />
      <span className="text-pretty">
        {t('web:shell.restricted')} {reason}
      </span>
    </>
  )
  const look = `${bar} bg-danger-solid text-on-danger`
  return href ? (
    <a href={href} className={`${look} no-underline hover:bg-danger-solid-hover`}>
      {content}
    </a>
  ) : (
    <div className={look}>{content}</div>
  )
}
