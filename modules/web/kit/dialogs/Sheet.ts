import { lazyOnOpen } from '../lazy-component.tsx'
import type { SheetProps } from './SheetFrame.tsx'

export type { SheetProps }

/** A panel that slides in from an edge: item menus on phones, drawers on tablets. */
export const Sheet = lazyOnOpen<SheetProps>(async () => (await import('./SheetFrame.tsx')).SheetFrame)
