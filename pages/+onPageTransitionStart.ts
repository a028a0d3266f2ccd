import { navigationStart } from '../modules/web/ui.ts'

export const onPageTransitionStart = (): void => {
  window.dispatchEvent(new Event(navigationStart))
}
