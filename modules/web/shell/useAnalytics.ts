import { useEffect } from 'react'
import { hasConsent } from '../client/consent.ts'
import { usePageContext } from '../page-context.tsx'

/** Reports the views of public pages where the installation has Google Analytics and the person accepted it. */
export const useAnalytics = (): void => {
  const { settings, urlPathname } = usePageContext()
  const id = settings.thirdParty?.analytics
  useEffect(() => {
    if (!id || !hasConsent()) return
    import('../third-party/analytics.ts').then(
      ({ reportPageView }) => reportPageView(id, urlPathname),
      // The view is not counted.
      () => undefined,
    )
  }, [id, urlPathname])
}
