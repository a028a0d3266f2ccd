import { useState, useSyncExternalStore } from 'react'
import { lateConsent } from '../client/consent.ts'
import { mayLeave } from '../client/leave-page.ts'
import { appearancePath } from '../contract.ts'
import { useSentenceSpace } from '../i18n/use-sentence-space.ts'
import { useT } from '../i18n/use-t.ts'
import { Button } from '../kit/index.ts'
import { usePageContext } from '../page-context.tsx'
import { ReturnUrlField } from './ReturnUrlField.tsx'
import { reloadPage } from './reload-page.ts'

type Answer = 'dismissed' | 'accepted' | 'declined'

const send = (notice: Answer): Promise<unknown> =>
  fetch(appearancePath, { method: 'POST', body: new URLSearchParams({ notice }), redirect: 'manual', keepalive: true })

const isTyped = () =>
  [...document.querySelectorAll<HTMLInputElement>('input:not([type=hidden]), textarea')].some(
    ({ value }) => value !== '',
  )

const applyAnswer = (notice: Answer): void => {
  // The content security policy of a document depends on the answer. Other documents have it after the next navigation.
  if (notice === 'accepted') {
    if (document.querySelector('[data-asks-consent]') && !isTyped() && mayLeave()) {
      location.reload()
      return
    }
    lateConsent.mayReload = mayLeave
  }
  // Shows the button that takes the answer back.
  if (notice !== 'dismissed') void reloadPage()
}

const isFramed = () => window.self !== window.top
const subscribe = () => () => {}

/**
 * Says that there are only necessary cookies, until it is dismissed; asks where the installation has services of other
 * companies, which load after consent only. Its form works without scripts. Inside `data-asks-consent`, a layout with
 * such services, consent loads the document again, unless something was typed or uploads are running.
 */
export const CookieNoticeForm = () => {
  const t = useT()
  const space = useSentenceSpace()
  const { settings } = usePageContext()
  const [isAnswered, setAnswered] = useState(false)
  const asks = settings.thirdParty !== undefined
  // The server sees neither from client navigations nor from some browsers' requests that the page is framed.
  const isEmbedded = useSyncExternalStore(subscribe, isFramed, () => false)
  if (isAnswered || isEmbedded) return null
  return (
    <form
      method="post"
      action={appearancePath}
      aria-label={t('web:cookies.label')}
      className="quiet-row cookie-notice"
      onSubmit={(event) => {
        const button = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement
        event.preventDefault()
        setAnswered(true)
        // The focused button goes.
        document.getElementById('content')?.focus({ preventScroll: true })
        const answer = button.value as Answer
        send(answer).then(
          () => applyAnswer(answer),
          () => setAnswered(false),
        )
      }}
    >
      <ReturnUrlField />
      <p>
        <span>
          {t(asks ? 'web:cookies.ask' : 'web:cookies.text')}
          {space}
          {settings.legalPages?.['cookie-policy'] && (
            <a href="/page/cookie-policy" target="_blank" rel="noopener">
              {t('web:cookies.more')}
            </a>
          )}
        </span>
      </p>
      {asks ? (
        <div className="flex-wrap gap-2">
          {(['accepted', 'declined'] as const).map((answer) => (
            <Button key={answer} type="submit" name="notice" value={answer} size="sm">
              {t(`web:cookies.${answer}`)}
            </Button>
          ))}
        </div>
      ) : (
        <button type="submit" name="notice" value="dismissed">
          {t('web:cookies.dismiss')}
        </button>
      )}
    </form>
  )
}
