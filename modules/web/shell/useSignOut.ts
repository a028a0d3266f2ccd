import { useT } from '../i18n/use-t.ts'
import { useFeedback } from '../kit/index.ts'
import { usePageContext } from '../page-context.tsx'
import { closeLine } from '../realtime/useRealtimeLine.ts'
import { useAccount } from './context.ts'

/** PRODUCT.md §2: the popup comes only when signing out takes longer. */
const popupAfter = 300

/** Signs out and leaves for the homepage, or for the sign-in page where there is none. */
export const useSignOut = (): (() => Promise<void>) => {
  const t = useT()
  const feedback = useFeedback()
  const account = useAccount()
  const { settings } = usePageContext()
  return async () => {
    let close: (() => void) | undefined
    const timer = setTimeout(() => {
      close = feedback.processing({ title: t('web:shell.signOut.title'), body: t('web:shell.signOut.text') })
    }, popupAfter)
    try {
      closeLine()
      await account.signOut()
      // A whole new page: nothing of the account stays in this tab's memory.
      location.assign(settings.allowHomepage ? '/' : '/sign-in')
    } catch {
      close?.()
      feedback.toast({ kind: 'danger', text: t('web:shell.signOut.failed') })
    } finally {
      clearTimeout(timer)
    }
  }
}
