import type { PageContext } from 'vike/types'

/** Search engines skip the page while registration is closed. */
export const indexable = ({ settings }: PageContext): boolean => settings.userRegistration
