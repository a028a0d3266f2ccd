import { lazyOnOpen } from '../lazy-component.tsx'
import type { MenuSheetProps } from './MenuRows.tsx'

export type { MenuSheetProps }

/** The menu as a bottom sheet with rows of 48 px; submenus replace its content. */
export const MenuSheet = lazyOnOpen<MenuSheetProps>(async () => (await import('./MenuRows.tsx')).MenuRows)
