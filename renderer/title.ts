import type { PageContext } from 'vike/types'

type Translate = (key: string) => string

/** `{page} – {app name}` (D32). A page sets its title by `+title` (text or function of its context) or `+titleKey`. */
export const documentTitle = (pageContext: PageContext, t: Translate): string => {
  const { title, titleKey } = pageContext.config as {
    title?: string | ((context: PageContext) => string | undefined)
    titleKey?: string | ((context: PageContext) => string)
  }
  const ownTitle = typeof title === 'function' ? title(pageContext) : title
  const key = typeof titleKey === 'function' ? titleKey(pageContext) : titleKey
  const page = ownTitle ?? (key ? t(key) : undefined)
  const app = pageContext.settings.name
  return page ? `${page} – ${app}` : app
}
