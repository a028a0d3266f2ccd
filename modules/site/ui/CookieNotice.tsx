import { X } from 'lucide-react'
import { useState } from 'react'
import { appearancePath } from '../../web/contract.ts'
import { IconButton, usePageContext, useT } from '../../web/ui.ts'

/** Says that there are only necessary cookies, until it is dismissed; its form works without scripts. */
export const CookieNotice = ({ hasPolicy }: { hasPolicy: boolean }) => {
  const t = useT()
  const { urlPathname } = usePageContext()
  const [isDismissed, setDismissed] = useState(false)
  if (isDismissed) return null
  return (
    <>
      {/* Lets the end of the page scroll clear of it. */}
      <div className="h-20 shrink-0" />
      <form
        method="post"
        action={appearancePath}
        aria-label={t('site:cookies.label')}
        onSubmit={(event) => {
          event.preventDefault()
          setDismissed(true)
          void fetch(appearancePath, {
            method: 'POST',
            body: new URLSearchParams({ notice: 'dismissed' }),
            redirect: 'manual',
          })
        }}
        className="fixed bottom-4 start-4 z-50 flex max-w-90 items-start gap-2 rounded-lg border border-line bg-raised py-2.5 ps-4 pe-2 text-13 text-muted shadow-float phone:inset-x-2 phone:bottom-2 phone:max-w-none"
      >
        <input type="hidden" name="notice" value="dismissed" />
        <input type="hidden" name="back" value={urlPathname} />
        <p className="grow py-1.5 text-pretty">
          {t('site:cookies.text')}{' '}
          {hasPolicy && (
            <a href="/page/cookie-policy" className="link">
              {t('site:cookies.more')}
            </a>
          )}
        </p>
        <IconButton type="submit" icon={X} label={t('site:cookies.dismiss')} size="sm" />
      </form>
    </>
  )
}
