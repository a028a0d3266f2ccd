import type { TestApp } from '../support/app.ts'

/** `METHOD /path` of every endpoint. Routes outside of `serve()` may only be public, which the start checks. */
export const declaredRoutes = ({ coffer }: TestApp): string[] => [...coffer.app.served.keys()]
