import { lazyOnOpen } from '../lazy-component.tsx'
import type { FlyoutProps } from './FlyoutFrame.tsx'

export type { FlyoutProps }

/** A non-modal panel beside the control that opened it. */
export const Flyout = lazyOnOpen<FlyoutProps>(async () => (await import('./FlyoutFrame.tsx')).FlyoutFrame)
