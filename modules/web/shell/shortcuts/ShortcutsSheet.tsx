import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { useT } from '../../i18n/use-t.ts'
import { deferred, usePrefetch } from '../../kit/index.ts'
import { useShell } from '../context.ts'
import { useShortcuts } from './useShortcuts.ts'

const Shown = deferred(async () => (await import('./ShortcutsPopup.tsx')).ShortcutsPopup)

/** `?` lists every shortcut that is registered at this moment. */
export const ShortcutsSheet = (): ReactNode => {
  const t = useT()
  const shell = useShell()
  const { shortcutsOpen } = useSnapshot(shell.state)
  const show = (open: boolean) => {
    shell.state.shortcutsOpen = open
  }
  useShortcuts([{ keys: '?', label: t('web:shell.shortcuts.show'), run: () => show(true) }])
  usePrefetch(Shown)
  return shortcutsOpen && <Shown list={shell.shortcuts.all()} onOpenChange={show} />
}
