import { useEffect } from 'react'
import { readStorage, writeStorage } from '../client/browser-storage.ts'
import { useT } from '../i18n/use-t.ts'
import { useFeedback } from '../kit/index.ts'

const signedOutKey = 'signed-out'
const storage = () => sessionStorage

/** Lets the next page of this tab tell that signing out has worked. */
export const recordSignOut = (): void => writeStorage(signedOutKey, '1', storage)

/** Tells on the page after signing out that it has worked. Apart from `useSignOut`, which visitors' pages do not need. */
export const useSignedOutToast = (): void => {
  const t = useT()
  const feedback = useFeedback()
  // biome-ignore lint/correctness/useExhaustiveDependencies: on the first page only
  useEffect(() => {
    if (!readStorage(signedOutKey, storage)) return
    writeStorage(signedOutKey, null, storage)
    feedback.toast({ kind: 'success', text: t('web:shell.signOut.done') })
  }, [])
}
