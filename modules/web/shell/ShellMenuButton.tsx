import { ChevronsLeft, Menu as MenuIcon } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { useT } from '../i18n/use-t.ts'
import { IconButton } from '../kit/index.ts'
import { useShell } from './context.ts'

/** Before the title: opens the drawer below 1024 px; on wider screens shows the hidden navigation bars again. */
export const ShellMenuButton = ({ hasSidebar }: { hasSidebar: boolean }) => {
  const t = useT()
  const shell = useShell()
  const { prefs } = useSnapshot(shell.state)
  return (
    <>
      {hasSidebar && (
        <IconButton
          icon={MenuIcon}
          label={t('web:shell.openNavigation')}
          className="lg:hidden"
          onClick={() => {
            shell.state.drawer = true
          }}
        />
      )}
      {!prefs.bars && (
        <IconButton
          icon={MenuIcon}
          label={t('web:shell.showBars')}
          className="max-lg:hidden"
          onClick={() => shell.setPref('bars', true)}
        />
      )}
    </>
  )
}

/** “Full screen”: hides rail and sidebar; placed at the end of a sidebar's heading. */
export const HideBarsButton = () => {
  const t = useT()
  const shell = useShell()
  return (
    <IconButton
      icon={ChevronsLeft}
      size="sm"
      label={t('web:shell.hideBars')}
      className="max-lg:hidden rtl:rotate-180"
      onClick={() => shell.setPref('bars', false)}
    />
  )
}
