import { usePageContext } from '../page-context.tsx'

/** Leads a form of `appearancePath` back to this page, with its query. */
export const ReturnUrlField = () => {
  const { urlParsed } = usePageContext()
  return <input type="hidden" name="back" value={`${urlParsed.pathname}${urlParsed.searchOriginal ?? ''}`} />
}
