import type { Coffer } from '../app.ts'
import type { AppOptions } from './existing-app.ts'

/**
 * Runs `fn` on the app, without pages and without listening. Starts the embedded database, or shares a running server's.
 * Loads the product's code only then: wrong usage of a command is reported at once.
 */
export const withApp = async <T>(fn: (coffer: Coffer) => Promise<T>, options?: AppOptions): Promise<T> => {
  const { withExistingApp } = await import('./existing-app.ts')
  return withExistingApp(fn, options)
}
