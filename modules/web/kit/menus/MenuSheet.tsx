import { type ReactNode, useRef } from 'react'
import { lazyComponent } from '../lazy-component.tsx'
import type { MenuSheetProps } from './MenuRows.tsx'

export type { MenuSheetProps }

const Rows = lazyComponent<MenuSheetProps>(async () => (await import('./MenuRows.tsx')).MenuRows)

/** The menu as a bottom sheet with rows of 48 px; submenus replace its content. */
export const MenuSheet = Object.assign(
  (props: MenuSheetProps): ReactNode => {
    const opened = useRef(false)
    if (props.open) opened.current = true
    return opened.current && <Rows {...props} />
  },
  { prefetch: Rows.prefetch },
)
