import { Slot } from 'radix-ui'
import type { ComponentProps } from 'react'

/** Puts its props onto its one child; both click handlers run. */
export const Slotted = (props: ComponentProps<typeof Slot.Root>) => <Slot.Root {...props} />
