export type { Translate } from '../shared/contract.ts'
export { CallError, call, errorOfResponse, securityHeaders } from './client/call.ts'
export { ignoreCompositionKeys } from './client/composition-keys.ts'
export { lateConsent } from './client/consent.ts'
export { copyText } from './client/copy-text.ts'
export { errorText } from './client/error-text.ts'
export { errorToast } from './client/error-toast.ts'
export {
  askBeforeLeaving,
  isInputDiscarded,
  mayLeave,
  unsavedInput,
  type WatchedInput,
  watchInput,
} from './client/leave-page.ts'
export { deleteOfflineFolders, offlineDatabase } from './client/offline-account.ts'
export { onPageVisible } from './client/on-page-visible.ts'
export { openChannel } from './client/open-channel.ts'
export { passBotCheck } from './client/pass-bot-check.ts'
export { announceSignIn, onSignInOrOut } from './client/sign-in-tab.ts'
export { useAskDiscard, useUnsavedInput } from './client/use-unsaved-input.ts'
export { EmojiField } from './emoji/EmojiField.tsx'
export { headTagsHtml } from './head-tags.ts'
export { HtmlTemplates } from './html-templates.ts'
export {
  formatBytes,
  formatDate,
  formatDateTime,
  formatDay,
  formatDeadline,
  formatNumber,
  formatRelative,
  formatTime,
} from './i18n/format.ts'
export { deviceZone, renderZone, userZone } from './i18n/known-zone.ts'
export { RelativeTime } from './i18n/RelativeTime.tsx'
export { type BrowserI18n, loadTranslations } from './i18n/translations.ts'
export { useNow, useZone } from './i18n/use-clock.ts'
export { useSentenceSpace } from './i18n/use-sentence-space.ts'
export { TextsContext, translatorOf, useT } from './i18n/use-t.ts'
export * from './kit/index.ts'
export { PageContextProvider, useData, usePageContext } from './page-context.tsx'
export {
  emitInThisTab,
  hasOccurredSince,
  onRealtime,
  onRealtimeOpen,
  onRealtimeReconnect,
  sendRealtime,
} from './realtime/realtime.ts'
export { retryDelay } from './realtime/retry-delay.ts'
export { useConnectionTest } from './realtime/test-connection.ts'
export { type DeferredHtml, DeferredHtmlContext, KeptHtml, type OutlinedHtml, useListChildren } from './server-html.ts'
export * from './shell/index.ts'
export { CodeTree } from './text/CodeTree.tsx'
export { TextTree } from './text/TextTree.tsx'
