import { useSnapshot } from 'valtio'
import { collectTyping, lazyComponent, usePrefetch, useShell, useShortcuts, useT } from '../../../../web/ui.ts'

export const Spotlight = lazyComponent(async () => (await import('./Spotlight.tsx')).default)

/** The search dialog, loaded on demand, and its shortcuts. */
export const SpotlightHost = () => {
  const shell = useShell()
  const t = useT()
  const { search } = useSnapshot(shell.state)
  usePrefetch(Spotlight)
  const open = () => {
    shell.state.search = true
    collectTyping()
  }
  useShortcuts(['mod+k', '/'].map((keys) => ({ keys, label: t('storage:spotlight.title'), run: open })))
  return search && <Spotlight />
}
