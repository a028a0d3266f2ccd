import { lazyComponent } from '../lazy-component.tsx'
import type { MenuPanelProps } from './MenuPanel.tsx'

export const LazyMenuPanel = lazyComponent<MenuPanelProps>(async () => (await import('./MenuPanel.tsx')).MenuPanel)
