import { lazyComponent } from '../lazy-component.tsx'
import type { MenuPanelProps } from './MenuPanel.tsx'

export const Panel = lazyComponent<MenuPanelProps>(async () => (await import('./MenuPanel.tsx')).MenuPanel)
