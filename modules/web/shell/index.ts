export { AdSlot } from './AdSlot.tsx'
export { AppShell } from './AppShell.tsx'
export { OfflineBanner, useOnline } from './Banners.tsx'
export { BrandLink } from './Brand.tsx'
export { CookieNotice } from './CookieNotice.tsx'
export { CookieSettings } from './CookieSettings.tsx'
export { type AccountActions, ShellSlotsContext, usePref, useSessionEnded, useShell } from './context.ts'
export { ErrorBoundary } from './ErrorBoundary.tsx'
export { takeEarlyTyping } from './early-typing.ts'
export { LegalLinks } from './LegalLinks.tsx'
export { languageName, useLanguage, useLanguageItems, useLanguageName } from './language.ts'
export { NavigationProgress } from './NavigationProgress.tsx'
export {
  beginLoading,
  beginNavigation,
  endNavigation,
  failNavigation,
  focusHeading,
  forgetTransition,
  loadingStart,
  navigationBeganAt,
  navigationEnd,
  navigationFailed,
  navigationRetry,
  navigationStart,
  retryNavigation,
  showHashTarget,
  useFocusOnChange,
} from './navigation.ts'
export { navigationDeclined, useNavigationDeclined } from './navigation-declined.ts'
export { PageTabs } from './PageTabs.tsx'
export { DockSpacer, PlainFooter, PlainHeading, PlainLayout } from './PlainLayout.tsx'
export { afterNavigation, finishStepWithinPage, navigateInPlace, reloadPage, urlReplaced } from './reload-page.ts'
export { HideBarsButton } from './ShellMenuButton.tsx'
export { ShellProvider } from './ShellProvider.tsx'
export { SkipLink } from './SkipLink.tsx'
export { wideScreen } from './shell.store.ts'
export { shellKeys } from './shortcuts/shell-keys.ts'
export type { Shortcut } from './shortcuts/shortcuts.ts'
export { useShortcuts } from './shortcuts/useShortcuts.ts'
export { themeIcons, useEmojiType, useTheme, useThemeItems } from './theme.ts'
export { UserArea } from './UserArea.tsx'
export { useCurrentInView } from './use-current-in-view.ts'
export { useAnalytics } from './useAnalytics.ts'
export { useHydrated } from './useHydrated.ts'
export { useLiveData } from './useLiveData.ts'
export { userPagesOf } from './user-pages.ts'
export { closeSearch, openSearch, searchOfEntry } from './useSearch.ts'
export { useSignOut } from './useSignOut.ts'
