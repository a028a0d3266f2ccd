import { X } from 'lucide-react'
import { useState } from 'react'
import { appearancePath } from '../../web/contract.ts'
import { BackField, Button, IconButton, usePageContext, useT } from '../../web/ui.ts'

/**
 * Says that there are only necessary cookies, until it is dismissed; asks where the installation has services of other
 * companies, which load after consent only. Its form works without scripts.
 */
export const CookieNotice = ({ hasPolicy }: { hasPolicy: boolean }) => {
  const t = useT()
  const { settings } = usePageContext()
  const asks = settings.thirdParty !== undefined
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
          // An answer loads the page anew: its content security policy depends on it.
          if (asks) return
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
        {!asks && <input type="hidden" name="notice" value="dismissed" />}
        <BackField />
        <div className="grow py-1.5">
          <p className="text-pretty">
            {t(asks ? 'site:cookies.ask' : 'site:cookies.text')}{' '}
            {hasPolicy && (
              <a href="/page/cookie-policy" className="link">
                {t('site:cookies.more')}
              </a>
            )}
          </p>
          {asks && (
            <div className="mt-2.5 flex gap-2">
              {(['accepted', 'declined'] as const).map((answer) => (
                <Button key={answer} type="submit" name="notice" value={answer} size="sm">
                  {t(`site:cookies.${answer}`)}
                </Button>
              ))}
            </div>
          )}
        </div>
        {!asks && <IconButton type="submit" icon={X} label={t('site:cookies.dismiss')} size="sm" />}
      </form>
    </>
  )
}
