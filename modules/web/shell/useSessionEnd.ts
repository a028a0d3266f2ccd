import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { mayLeave } from '../client/leave-page.ts'
import { onPageVisible } from '../client/on-page-visible.ts'
import { setPageAccount } from '../client/page-account.ts'
import { onSignInElsewhere, openSignInTab } from '../client/sign-in-tab.ts'
import { useT } from '../i18n/use-t.ts'
import { useFeedback } from '../kit/index.ts'
import { usePageContext } from '../page-context.tsx'
import type { AccountActions } from './context.ts'
import { createSessionEnd, type SessionEnd } from './session-end.ts'

const redirectToSignIn = () =>
  location.assign(`/sign-in?session=ended&redirect=${encodeURIComponent(location.pathname + location.search)}`)

/** The reaction to the end of the session, for the whole app. */
export const useSessionEnd = (account: AccountActions): SessionEnd => {
  const t = useT()
  const feedback = useFeedback()
  const userId = usePageContext().user?.id ?? ''
  const translate = useRef(t)
  translate.current = t
  const question = useRef(0)
  const [session] = useState(() =>
    createSessionEnd({
      userId,
      ask: () => {
        const answer = feedback.confirm({
          title: translate.current('web:shell.sessionEnded.title'),
          body: translate.current('web:shell.sessionEnded.text'),
          confirmLabel: translate.current('web:shell.sessionEnded.signIn'),
          cancelLabel: translate.current('web:shell.sessionEnded.later'),
        })
        question.current = feedback.state.dialogs.at(-1)?.id ?? 0
        return answer
      },
      dismiss: () => feedback.answer(question.current, false),
      openSignIn: openSignInTab,
      redirect: redirectToSignIn,
      reload: () => location.reload(),
      mayLeave,
      signedInAs: account.signedInAs,
    }),
  )
  // Before the effects of the pages, whose calls name the account.
  useLayoutEffect(() => setPageAccount(userId), [userId])
  useEffect(() => {
    const stop = [onSignInElsewhere(session.check), onPageVisible(session.check)]
    return () => {
      for (const end of stop) end()
    }
  }, [session])
  return session
}
