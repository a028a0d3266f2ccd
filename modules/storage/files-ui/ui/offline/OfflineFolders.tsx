import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import {
  deleteOfflineFolders,
  formatDateTime,
  onSignInOrOut,
  useOnline,
  usePageContext,
  useT,
  useZone,
} from '../../../../web/ui.ts'
import { beginOffline, dropFolder, keepFolder, offlineAccount, readFolder } from '../../../offline/ui.ts'
import { apiErrorOf, hrefOf } from '../../../tree/ui.ts'
import { createOfflineCopies } from '../../client/offline-copies.ts'
import { useFiles } from '../context.ts'
import { useExtensionLists } from '../extensions/useExtensionLists.ts'
import { useListing } from '../useListing.ts'
import { useLostFolders } from './useLostFolders.ts'
import { useOfflineFolder } from './useOfflineFolder.ts'
import { useOfflineTexts } from './useOfflineTexts.ts'

/** Rows change many times while a page loads and while somebody scrolls. */
const keepDelayMs = 500

/** Keeps the folders that are opened, and shows them when they cannot be loaded. Only for people who turned that on. */
export const OfflineFolders = () => {
  const t = useT()
  const online = useOnline()
  const { api } = useFiles()
  const zone = useZone()
  const { user, locale } = usePageContext()
  const account = user?.id ?? ''
  const { list } = useExtensionLists()
  const { folderView, version, status } = useListing()
  const texts = useOfflineTexts()
  const describe = useOfflineFolder()
  const [copies] = useState(() => createOfflineCopies())
  const { section, id } = folderView.location
  const isOffered = section === 'files' || list(section)?.offline === true
  const path = hrefOf(folderView.location)

  useEffect(() => {
    // Rows need them with the first hover and press, when it may be too late.
    void Promise.allSettled([import('../browser/RowActions.tsx'), import('../browser/draw-rubber-band.ts')])
  }, [])

  const [signIns, setSignIns] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; the texts are stored again with the next document
  useEffect(() => {
    // The switch may have been turned off since.
    if (signIns > 0 && offlineAccount() !== account) return
    const begun = beginOffline(account, texts).catch(() => undefined)
    // The tab that signs out may delete them while they are prepared here.
    return onSignInOrOut((isSignedIn) => {
      if (!isSignedIn) return void begun.then(() => deleteOfflineFolders())
      // They were deleted when the session ended. The call fails for another account.
      api.usage().then(
        () => setSignIns(signIns + 1),
        () => undefined,
      )
    })
  }, [account, signIns])
  useLostFolders()

  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the rows
  useEffect(() => {
    const at = copies.timeOf(folderView)
    if (!online || !isOffered || status !== 'ready' || !copies.isCurrent(folderView)) return
    const timer = setTimeout(() => {
      keepFolder(account, describe(folderView, at)).catch(() => undefined)
    }, keepDelayMs)
    return () => clearTimeout(timer)
  }, [folderView, version, status, online, signIns])

  // biome-ignore lint/correctness/useExhaustiveDependencies: when a list could not be loaded
  useEffect(() => {
    if (status !== 'error' || !isOffered) return
    const error = apiErrorOf(folderView.listing.state.error)
    if (error.status === 404 && id) dropFolder(id).catch(() => undefined)
    if (error.status !== 0) return
    readFolder(account, path).then(
      (kept) => kept && folderView.listing.state.status === 'error' && copies.show(folderView, kept),
      () => undefined,
    )
  }, [folderView, status])

  const showsTime = status === 'ready' && isOffered && (!online || copies.isCopy(folderView))
  const time = showsTime ? formatDateTime(new Date(copies.timeOf(folderView)).toISOString(), locale, zone) : null
  const [main] = useState(() => document.getElementById('content'))
  // Visually first: the list below it is as high as the window.
  const bar = time && (
    <p role="status" className="order-first shrink-0 bg-sunken px-4 py-2 text-center text-13 text-pretty text-muted">
      {t('storage:offline.from', { time })}
    </p>
  )
  return main && createPortal(bar, main)
}
