import { X } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { useT } from '../i18n/use-t.ts'
import { cx, IconButton, Sheet, useMedia } from '../kit/index.ts'
import { usePageContext } from '../page-context.tsx'
import { OfflineBanner, RestrictionBanner } from './Banners.tsx'
import { BottomBar } from './BottomBar.tsx'
import { CookieNotice } from './CookieNotice.tsx'
import { useShell, useShellSlots } from './context.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { NavigationRail } from './NavigationRail.tsx'
import { ShellMenuButton } from './ShellMenuButton.tsx'
import { SkipLink } from './SkipLink.tsx'
import { wideScreen } from './shell.store.ts'
import { restrictionPage } from './user-pages.ts'
import { useScrollPosition } from './useScrollPosition.ts'
import { useSearch } from './useSearch.ts'

interface AppShellProps {
  /** Navigation of the section: 224 px wide; a drawer below 1024 px. */
  sidebar?: ReactNode
  /** Heading of the drawer. */
  sidebarLabel?: string
  /** Path bar and toolbar, above the content and never scrolled away; the menu button stands before it. */
  header?: ReactNode
  /** Detail sidebar: 320 px, closable; a sheet below 1024 px. Shown while `usePref('detail')` is true. */
  detail?: ReactNode
  detailLabel?: string
  /** Floats above the bottom bar on phones: the create button, the selection bar. */
  mobileActions?: ReactNode
  /** Below the content, on every width. Parts that float above the page stand here too, for the message when one fails. */
  footer?: ReactNode
  children: ReactNode
}

/**
 * The frame of every signed-in page: icon rail · sidebar · content · details. The page itself never scrolls; `main`
 * does, or a list inside that fills it (`min-h-0 grow`).
 */
export const AppShell = (props: AppShellProps) => {
  const { sidebar, sidebarLabel, header, detail, detailLabel, mobileActions, footer, children } = props
  const t = useT()
  const shell = useShell()
  const { Search } = useShellSlots()
  const { user, urlPathname } = usePageContext()
  const { prefs, search } = useSnapshot(shell.state)
  const onSearch = useSearch()
  return (
    <div className="flex h-dvh flex-col overflow-hidden bg-surface">
      <SkipLink />
      <OfflineBanner />
      {user?.restriction && (
        <RestrictionBanner texts={[t('web:shell.restricted'), t(user.restriction)]} href={restrictionPage(user)} />
      )}
      {user?.notice && !user.restriction && <RestrictionBanner texts={[t(user.notice)]} href={restrictionPage(user)} />}
      <CookieNotice />
      <div className="flex min-h-0 grow">
        <div className={cx('contents', !prefs.bars && 'lg:hidden')}>
          <NavigationRail />
        </div>
        {sidebar && prefs.bars && (
          <aside
            aria-label={sidebarLabel}
            className="hidden w-56 shrink-0 flex-col overflow-y-auto border-e border-line bg-page lg:flex"
          >
            <ErrorBoundary>{sidebar}</ErrorBoundary>
          </aside>
        )}
        <div className="flex min-w-0 grow flex-col">
          <header className="flex min-h-14 shrink-0 items-center gap-2 px-3 lg:px-4">
            <ShellMenuButton hasSidebar={Boolean(sidebar)} />
            <div className="min-w-0 grow">
              <ErrorBoundary resetKey={urlPathname}>{header}</ErrorBoundary>
            </div>
          </header>
          <main
            {...useScrollPosition()}
            id="content"
            tabIndex={-1}
            className="relative flex min-h-0 grow scroll-py-2 flex-col overflow-y-auto outline-none"
          >
            <ErrorBoundary resetKey={urlPathname}>{children}</ErrorBoundary>
          </main>
          {mobileActions && (
            <div className="pointer-events-none relative z-20 sm:hidden *:pointer-events-auto">
              <ErrorBoundary resetKey={urlPathname}>{mobileActions}</ErrorBoundary>
            </div>
          )}
          <ErrorBoundary resetKey={urlPathname}>{footer}</ErrorBoundary>
          {/* On phones the page ends above the docked upload panel. */}
          <div className="h-[max(0px,calc(var(--dock,0px)-8px))] shrink-0 sm:hidden" />
          <BottomBar onSearch={onSearch} />
        </div>
        {detail && prefs.detail && (
          <aside
            aria-label={detailLabel ?? t('web:shell.details')}
            className="hidden w-80 shrink-0 flex-col border-s border-line bg-surface lg:flex"
          >
            <div className="flex h-14 shrink-0 items-center justify-between ps-5 pe-3">
              <p className="text-14 font-semibold">{detailLabel ?? t('web:shell.details')}</p>
              <IconButton
                icon={X}
                size="sm"
                label={t('web:shell.closeDetails')}
                onClick={() => shell.toggleDetail('closed')}
              />
            </div>
            {/* Space to scroll the last rows clear of the docked upload panel, and a focused element with its ring. */}
            <div className="min-h-0 grow overflow-y-auto scroll-py-2 pb-(--dock,0px)">
              <ErrorBoundary resetKey={urlPathname}>{detail}</ErrorBoundary>
            </div>
          </aside>
        )}
      </div>
      <SmallScreenSheets sidebar={sidebar} sidebarLabel={sidebarLabel} detail={detail} detailLabel={detailLabel} />
      {search && (
        <ErrorBoundary resetKey={urlPathname}>
          <Search />
        </ErrorBoundary>
      )}
    </div>
  )
}

const SmallScreenSheets = ({ sidebar, sidebarLabel, detail, detailLabel }: Partial<AppShellProps>) => {
  const t = useT()
  const shell = useShell()
  const wide = useMedia(wideScreen)
  const { urlPathname } = usePageContext()
  const { drawer, detailSheet } = useSnapshot(shell.state)
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes the drawer when the path changes
  useEffect(() => {
    shell.state.drawer = false
  }, [shell, urlPathname])
  return (
    <>
      <Sheet
        side="start"
        title={sidebarLabel ?? t('web:shell.navigation')}
        open={!wide && drawer && Boolean(sidebar)}
        onOpenChange={(open) => {
          shell.state.drawer = open
        }}
      >
        <ErrorBoundary>{sidebar}</ErrorBoundary>
      </Sheet>
      <Sheet
        side="end"
        title={detailLabel ?? t('web:shell.details')}
        open={!wide && detailSheet && Boolean(detail)}
        onOpenChange={(open) => {
          shell.state.detailSheet = open
        }}
      >
        <ErrorBoundary>{detail}</ErrorBoundary>
      </Sheet>
    </>
  )
}
