import { deferred } from '../deferred.tsx'
import type { MenuPanelProps } from './MenuPanel.tsx'

export const Panel = deferred<MenuPanelProps>(async () => (await import('./MenuPanel.tsx')).MenuPanel)
