import { appearancePath } from '../contract.ts'
import { useT } from '../i18n/use-t.ts'
import { usePageContext } from '../page-context.tsx'
import { ReturnUrlField } from './ReturnUrlField.tsx'

/** Shows the cookie notice again to people who have answered whether services of other companies may load. */
export const CookieSettings = () => {
  const t = useT()
  const { thirdParty, cookieNotice } = usePageContext().settings
  return (
    thirdParty &&
    !cookieNotice && (
      <form method="post" action={appearancePath} className="quiet-row">
        <ReturnUrlField />
        <button type="submit" name="notice" value="reset">
          {t('web:cookies.settings')}
        </button>
      </form>
    )
  )
}
