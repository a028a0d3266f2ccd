import { type ReactNode, useRef } from 'react'
import { lazyComponent } from '../lazy-component.tsx'
import type { SheetProps } from './SheetFrame.tsx'

export type { SheetProps }

const Frame = lazyComponent<SheetProps>(async () => (await import('./SheetFrame.tsx')).SheetFrame)

/** A panel that slides in from an edge: item menus on phones, drawers on tablets. */
export const Sheet = Object.assign(
  (props: SheetProps): ReactNode => {
    const opened = useRef(false)
    if (props.open) opened.current = true
    return opened.current && <Frame {...props} />
  },
  { prefetch: Frame.prefetch },
)
