import { Slot } from 'radix-ui'
import type { ComponentProps } from 'react'

/** Merges its props into its only child; both click handlers run. */
export const Slotted = (props: ComponentProps<typeof Slot.Root>) => <Slot.Root {...props} />
