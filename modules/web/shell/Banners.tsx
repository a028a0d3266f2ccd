import { CloudOff, OctagonAlert } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useSentenceSpace } from '../i18n/use-sentence-space.ts'
import { useT } from '../i18n/use-t.ts'
import { Icon } from '../kit/index.ts'

const subscribe = (onChange: () => void) => {
  window.addEventListener('online', onChange)
  window.addEventListener('offline', onChange)
  return () => {
    window.removeEventListener('online', onChange)
    window.removeEventListener('offline', onChange)
  }
}

/** Whether the browser has a network; true on the server. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )

const banner = 'flex min-h-8 shrink-0 items-center justify-center gap-2 px-4 py-1.5 text-center text-13 font-medium'

/** Shown while the browser is offline. */
export const OfflineBanner = () => {
  const t = useT()
  const online = useOnline()
  return (
    <div role="status">
      {!online && (
        <div className={`${banner} bg-tip text-on-tip`}>
          <Icon of={CloudOff} className="shrink-0" />
          <span className="text-pretty">{t('web:shell.offline')}</span>
        </div>
      )}
    </div>
  )
}

/** The account is restricted, or soon will be; links to the page that resolves it. */
export const RestrictionBanner = ({ texts, href }: { texts: readonly string[]; href?: string }) => {
  const space = useSentenceSpace()
  const content = (
    <>
      <Icon of={OctagonAlert} className="shrink-0" />
      <span className="text-pretty">{texts.join(space)}</span>
    </>
  )
  const className = `${banner} bg-danger-solid text-on-danger`
  return href ? (
    <a href={href} className={`${className} no-underline hover:bg-danger-solid-hover`}>
      {content}
    </a>
  ) : (
    <div className={className}>{content}</div>
  )
}
