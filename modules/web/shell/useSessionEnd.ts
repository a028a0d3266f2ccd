import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { isInputSaved, mayLeave } from '../client/leave-page.ts'
import { deleteOfflineFolders } from '../client/offline-account.ts'
import { onPageVisible } from '../client/on-page-visible.ts'
import { setPageAccount } from '../client/page-account.ts'
import { onSignInOrOut, openSignInTab } from '../client/sign-in-tab.ts'
import { useT } from '../i18n/use-t.ts'
import { useFeedback } from '../kit/index.ts'
import { useLatest } from '../kit/useLatest.ts'
import { usePageContext } from '../page-context.tsx'
import type { AccountActions } from './context.ts'
import { createSessionEnd, type SessionEnd } from './session-end.ts'

const redirectToSignIn = (reason: 'ended' | 'signed-out') =>
  location.assign(`/sign-in?session=${reason}&redirect=${encodeURIComponent(location.pathname + location.search)}`)

/** The reaction to the end of the session, for the whole app. */
export const useSessionEnd = (account: AccountActions): SessionEnd => {
  const t = useT()
  const feedback = useFeedback()
  const userId = usePageContext().user?.id ?? ''
  const translate = useLatest(t)
  const question = useRef(0)
  const isSignedOutElsewhere = useRef(false)
  const [session] = useState(() =>
    createSessionEnd({
      userId,
      ask: () => {
        deleteOfflineFolders()
        const answer = feedback.confirm({
          title: translate.current(`web:shell.sessionEnded.${isSignedOutElsewhere.current ? 'signedOut' : 'title'}`),
          body: translate.current('web:shell.sessionEnded.text'),
          confirmLabel: translate.current('web:shell.sessionEnded.signIn'),
          cancelLabel: translate.current('web:shell.sessionEnded.later'),
        })
        question.current = feedback.state.dialogs.at(-1)?.id ?? 0
        return answer
      },
      dismiss: () => feedback.answer(question.current, false),
      openSignIn: openSignInTab,
      redirect: () => redirectToSignIn(isSignedOutElsewhere.current ? 'signed-out' : 'ended'),
      reload: () => location.reload(),
      // Asked first, as input that saves itself does so then.
      mayLeave: () => mayLeave() && isInputSaved(),
      signedInAs: account.signedInAs,
    }),
  )
  // Before the effects of the pages, whose calls name the account.
  useLayoutEffect(() => setPageAccount(userId), [userId])
  useEffect(() => {
    const onChange = (isSignedIn: boolean) => {
      isSignedOutElsewhere.current = !isSignedIn
      if (isSignedIn) void session.check()
    }
    const stop = [onSignInOrOut(onChange), onPageVisible(session.check)]
    return () => {
      for (const end of stop) end()
    }
  }, [session])
  return session
}
