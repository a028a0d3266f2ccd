import { ignoreCompositionKeys } from '../modules/web/ui.ts'
import { limitPageRequests } from './limit-page-requests.ts'
import { yieldToMain } from './yield-to-main.ts'

/** Called once, after all scripts have run; yields before Vike resolves the page. */
export const onCreateGlobalContext = (): Promise<void> => {
  // Before all other handlers of keys.
  ignoreCompositionKeys()
  limitPageRequests()
  return yieldToMain(() => undefined)
}
