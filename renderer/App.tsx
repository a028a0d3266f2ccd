import { type ComponentProps, type ReactNode, useEffect } from 'react'
import type { PageContext } from 'vike/types'
import { type BrowserI18n, PageContextProvider, TextsContext } from '../modules/web/ui.ts'
import { Providers } from '../pages/Providers.tsx'
import { repeatEarlyClick } from './early-click.ts'

interface AppProps extends Pick<ComponentProps<typeof Providers>, 'Account'> {
  pageContext: PageContext
  i18n: BrowserI18n
}

/** A page inside its layout; the providers around it persist across navigation. */
export const App = ({ pageContext, i18n, Account }: AppProps): ReactNode => {
  const { Page } = pageContext as { Page?: () => ReactNode }
  useEffect(() => {
    // Later: components that show something else than the server did, as on phones, are rendered again after this effect.
    const timer = setTimeout(() => {
      document.documentElement.dataset.hydrated = 'true'
      repeatEarlyClick()
    })
    return () => clearTimeout(timer)
  }, [])
  const Layout = (pageContext.config.Layout ?? NoLayout) as (props: { children: ReactNode }) => ReactNode
  return (
    <PageContextProvider value={pageContext}>
      <TextsContext value={i18n}>
        <Providers Account={Account}>
          <Layout>{Page && <Page />}</Layout>
        </Providers>
      </TextsContext>
    </PageContextProvider>
  )
}

const NoLayout = ({ children }: { children: ReactNode }) => children
