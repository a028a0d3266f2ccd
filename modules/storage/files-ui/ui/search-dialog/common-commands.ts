import { HardDrive, History, Keyboard, LogOut, PanelLeft, Trash } from 'lucide-react'
import { navigate } from 'vike/client/router'
import { type IconType, useShell, useSignOut, useT, wideScreen } from '../../../../web/ui.ts'
import { hrefOf, type Section, type SectionLocation } from '../../../tree/ui.ts'
import { useExtensionLists } from '../extensions/useExtensionLists.ts'
import { useSectionName } from '../useSectionName.ts'
import type { Command } from './command.ts'
import { useAccountCommands, useFurtherCommands, useThemeCommand } from './useAccountCommands.ts'

/**
 * Actions of the search dialog that need no files screen. `preview` shows the known rows of a location before it is loaded.
 */
export const useCommonCommands = (
  preview?: (location: SectionLocation) => void,
): { places: Command[]; theme: Command; account: Command[] } => {
  const t = useT()
  const shell = useShell()
  const signOut = useSignOut()
  const { lists, pages } = useExtensionLists()
  const sectionName = useSectionName()
  const theme = useThemeCommand()
  const accountCommands = useAccountCommands()
  const furtherCommands = useFurtherCommands()

  const go = (section: Section, icon: IconType): Command => ({
    id: `go-${section}`,
    label: t('storage:search.goTo', { place: sectionName(section) }),
    icon,
    run: () => {
      preview?.({ section, id: null })
      return navigate(hrefOf({ section, id: null }))
    },
  })
  const pageCommands: Command[] = pages.flatMap(({ id, labelKey, icon, href, create, createOnly }) => [
    ...(create ? [{ id: `create-${id}`, label: t(create.labelKey), icon, run: () => navigate(create.href) }] : []),
    // The list of the same URL has one.
    ...(createOnly
      ? []
      : [{ id: `go-${id}`, label: t('storage:search.goTo', { place: t(labelKey) }), icon, run: () => navigate(href) }]),
  ])
  const shortcuts: Command = {
    id: 'shortcuts',
    label: t('storage:search.shortcuts'),
    icon: Keyboard,
    run: () => {
      shell.state.shortcutsOpen = true
    },
  }
  /** Phones and tablets have no bars to hide. */
  const isWide = window.matchMedia(wideScreen).matches
  const { bars } = shell.state.prefs
  const toggleBars: Command = {
    id: 'bars',
    label: t(bars ? 'web:shell.hideBars' : 'web:shell.showBars'),
    icon: PanelLeft,
    words: t('storage:viewer.key.fullscreen'),
    run: () => shell.setPref('bars', !bars),
  }
  return {
    places: [
      ...pageCommands,
      go('files', HardDrive),
      go('recent', History),
      ...lists.map(({ section, icon }) => go(section, icon)),
      go('trash', Trash),
    ],
    theme,
    account: [
      ...(isWide ? [toggleBars] : []),
      ...accountCommands,
      shortcuts,
      { id: 'sign-out', label: t('web:shell.signOut.label'), icon: LogOut, run: signOut },
      ...furtherCommands,
    ],
  }
}
