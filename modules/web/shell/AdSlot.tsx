import { useEffect, useState } from 'react'
import { hasConsent } from '../client/consent.ts'
import { cx, lazyComponent } from '../kit/index.ts'
import { usePageContext } from '../page-context.tsx'

const AdUnit = lazyComponent(async () => (await import('../third-party/AdUnit.tsx')).AdUnit)

/** An ad where the installation has one and the person accepted it; its room is kept, so that the page does not move. */
export const AdSlot = ({ name, className }: { name: 'files' | 'pages' | 'home'; className?: string }) => {
  const { ads } = usePageContext().settings.thirdParty ?? {}
  const slot = ads?.slots[name]
  const [isAccepted, setAccepted] = useState(false)
  useEffect(() => setAccepted(hasConsent()), [])
  if (!ads || !slot || !isAccepted) return null
  return (
    <aside className={cx('min-h-24 shrink-0 overflow-hidden', className)}>
      <AdUnit client={ads.client} slot={slot} />
    </aside>
  )
}
