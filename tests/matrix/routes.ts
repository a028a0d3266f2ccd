import type { TestApp } from '../support/app.ts'

/** `METHOD /path` of everything the process answers, pages and built assets aside (they have tests of their own). */
export const declaredRoutes = ({ coffer }: TestApp): string[] => [...coffer.app.served.keys()]
