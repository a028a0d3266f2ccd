import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { useT } from '../../i18n/use-t.ts'
import { lazyComponent, usePrefetch } from '../../kit/index.ts'
import { useShell } from '../context.ts'
import { shellKeys } from './shell-keys.ts'
import { useShortcuts } from './useShortcuts.ts'

const Dialog = lazyComponent(async () => (await import('./ShortcutsDialog.tsx')).ShortcutsDialog)

/** `?` opens the list of the registered shortcuts. */
export const ShortcutsHost = (): ReactNode => {
  const t = useT()
  const shell = useShell()
  // The keys come from the preferences.
  const { shortcutsOpen } = useSnapshot(shell.state)
  const show = (open: boolean) => {
    shell.state.shortcutsOpen = open
  }
  useShortcuts([{ keys: shellKeys.help, label: t('web:shell.shortcuts.show'), run: () => show(true) }])
  usePrefetch(Dialog)
  return shortcutsOpen && <Dialog list={shell.shortcuts.all()} onOpenChange={show} onNotLoaded={() => show(false)} />
}
