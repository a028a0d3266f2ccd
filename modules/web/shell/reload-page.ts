import { navigate } from 'vike/client/router'
import { isNavigating } from './navigation.ts'

/**
 * Loads the data of the page again, where it is scrolled to: Vike's own `reload` scrolls to the target of the URL's hash or to
 * the top. Does nothing while another page is on its way, which it would replace.
 */
export const reloadPage = async (): Promise<void> => {
  if (isNavigating()) return
  const { pathname, search, hash } = window.location
  await navigate(pathname + search + hash, { keepScrollPosition: true })
}
