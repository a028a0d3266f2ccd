export { AppShell, type AppShellProps } from './AppShell.tsx'
export { BrandLink, BrandMark } from './Brand.tsx'
export { type Account, useFolderView, usePref, useShell } from './context.ts'
export { LostPage } from './LostPage.tsx'
export { languageName, useLanguage, useLanguageItems } from './language.ts'
export { NavigationProgress } from './NavigationProgress.tsx'
export { OfflineBar, RestrictionBar, useOnline } from './Notices.tsx'
export {
  focusHeading,
  navigationEnd,
  navigationLost,
  navigationRetry,
  navigationStart,
  retryNavigation,
} from './navigation.ts'
export { Pane } from './Pane.tsx'
export { DockRoom, PlainFooter, PlainHeading, PlainLayout } from './PlainLayout.tsx'
export { HideBarsButton } from './ShellMenuButton.tsx'
export { ShellProvider } from './ShellProvider.tsx'
export { SkipLink } from './SkipLink.tsx'
export type { Shortcut } from './shortcuts/shortcuts.ts'
export { useShortcuts } from './shortcuts/useShortcuts.ts'
export { themeIcons, useEmojiType, useTheme, useThemeItems } from './theme.ts'
export { UserArea } from './UserArea.tsx'
export { useHydrated } from './useHydrated.ts'
export { useSignOut } from './useSignOut.ts'
