import { leavePage, mayLeave, setInputDiscarded, unsavedInput } from '../client/leave-page.ts'
import { deleteOfflineFolders } from '../client/offline-account.ts'
import { announceSignOut } from '../client/sign-in-tab.ts'
import { useT } from '../i18n/use-t.ts'
import { useFeedback } from '../kit/index.ts'
import { usePageContext } from '../page-context.tsx'
import { closeConnection } from '../realtime/useRealtimeConnection.ts'
import { useAccountActions, useSession } from './context.ts'
import { recordSignOut } from './signed-out-toast.ts'

/** The dialog opens only when signing out takes longer. */
const dialogDelayMs = 300

/**
 * Signs out and loads `destination`: by default the homepage, or the sign-in page if there is none. Asks first where input is
 * unsaved or uploads are running.
 */
export const useSignOut = (destination?: string): (() => Promise<void>) => {
  const t = useT()
  const feedback = useFeedback()
  const account = useAccountActions()
  const session = useSession()
  const { settings } = usePageContext()
  const confirm = () =>
    feedback.confirm({
      title: t('web:shell.signOut.uploads.title'),
      body: t('web:shell.signOut.uploads.text'),
      confirmLabel: t('web:shell.signOut.label'),
      cancelLabel: t('web:shell.signOut.uploads.back'),
      danger: true,
    })
  return async () => {
    // Later the session has ended, and staying on the page would be of no use.
    const input = unsavedInput()
    if (input && !(await input.mayDiscard())) return
    setInputDiscarded(input !== undefined)
    if (!mayLeave() && !(await confirm())) return setInputDiscarded(false)
    let close: (() => void) | undefined
    const timer = setTimeout(() => {
      close = feedback.processing({ title: t('web:shell.signOut.title'), body: t('web:shell.signOut.text') })
    }, dialogDelayMs)
    try {
      session.setSigningOut(true)
      await account.signOut().catch(async (error) => {
        // The session had already ended, or the response was lost.
        if ((await account.signedInAs()) !== null) throw error
      })
      deleteOfflineFolders()
      announceSignOut()
      closeConnection()
      recordSignOut()
      // A full page load: no data of the account stays in this tab's memory. Without TLS WebKit keeps the page for Back, in
      // spite of `no-store`.
      window.addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
      leavePage(destination ?? (settings.allowHomepage ? '/' : '/sign-in'))
    } catch {
      session.setSigningOut(false)
      setInputDiscarded(false)
      // Another account may have signed in.
      void session.check()
      close?.()
      feedback.toast({ kind: 'danger', text: t('web:shell.signOut.failed') })
    } finally {
      clearTimeout(timer)
    }
  }
}
