import type { ReactNode } from 'react'
import { I18nextProvider } from 'react-i18next'
import type { PageContext } from 'vike/types'
import { type BrowserI18n, PageContextProvider } from '../modules/web/ui.ts'
import { Providers } from '../pages/Providers.tsx'

/** One page inside its layout; providers above it live as long as the tab. */
export const App = ({ pageContext, i18n }: { pageContext: PageContext; i18n: BrowserI18n }): ReactNode => {
  const { Page } = pageContext as { Page?: () => ReactNode }
  const Layout = (pageContext.config.Layout ?? Bare) as (props: { children: ReactNode }) => ReactNode
  return (
    <PageContextProvider value={pageContext}>
      <I18nextProvider i18n={i18n}>
        <Providers>
          <Layout>{Page && <Page />}</Layout>
        </Providers>
      </I18nextProvider>
    </PageContextProvider>
  )
}

const Bare = ({ children }: { children: ReactNode }) => children
