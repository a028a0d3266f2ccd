import { type ReactNode, useRef } from 'react'
import { lazyComponent } from '../lazy-component.tsx'
import type { FlyoutProps } from './FlyoutFrame.tsx'

export type { FlyoutProps }

const Frame = lazyComponent<FlyoutProps>(async () => (await import('./FlyoutFrame.tsx')).FlyoutFrame)

/** A non-modal panel beside the control that opened it. */
export const Flyout = (props: FlyoutProps): ReactNode => {
  const opened = useRef(false)
  if (props.open) opened.current = true
  return opened.current && <Frame {...props} />
}
