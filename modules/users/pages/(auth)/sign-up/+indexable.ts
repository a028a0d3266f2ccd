import type { PageContext } from 'vike/types'

/** While registration is closed there is nothing to find. */
export const indexable = ({ settings }: PageContext): boolean => settings.userRegistration
