import { formatLocale, isolate } from '../../../shared/contract.ts'
import { type Feedback, formatBytes, type Translate, toastLoadError } from '../../../web/ui.ts'
import { maxNameBytes } from '../../tree/contract.ts'
import type { Rejection } from '../client/types.ts'
import type { UploadNotice } from '../client/upload-notices.ts'

interface NoticeContext {
  t: Translate
  feedback: Feedback
  locale: string
  /** Names of failed files that open alerts report, by the alerts' keys. */
  reported: Map<string, string[]>
}

/** The first three names, and the number of the others. */
const namesOf = (names: readonly string[], { t, locale }: NoticeContext): string => {
  const shown = names.slice(0, 3).map((name) => isolate(name, locale))
  const more = names.length - shown.length
  const list = more > 0 ? [...shown, t('storage:upload.notice.more', { count: more })] : shown
  return new Intl.ListFormat(formatLocale(locale), { type: 'conjunction' }).format(list)
}

/** Failures that concern every file, or that the person can resolve, are shown as an alert. */
const alerts: Record<number, string> = {
  401: 'restricted',
  413: 'too-large',
  423: 'quota',
  507: 'disk-full',
}

/** Shows a notice as a toast or an alert. A failed file is also shown in its own row. */
export const showNotice = (notice: UploadNotice, context: NoticeContext): void => {
  const { t, feedback, locale } = context
  if (notice.kind === 'rejected') {
    const pathsOf = (reason: Rejection) => notice.files.filter((file) => file.reason === reason).map(({ path }) => path)
    for (const name of pathsOf('empty').slice(0, 3)) {
      feedback.toast({
        kind: 'danger',
        text: t('storage:upload.notice.empty', { name }),
        key: `upload-empty-${name}`,
      })
    }
    const show = (key: string, names: readonly string[], values: Record<string, unknown> = {}) => {
      if (names.length === 0) return
      void feedback.alert({
        title: t(`storage:upload.notice.${key}.title`, { count: names.length, ...values }),
        body: t(`storage:upload.notice.${key}.body`, {
          names: namesOf(names, context),
          count: names.length,
          ...values,
        }),
      })
    }
    const types = [...new Set(notice.files.flatMap(({ type }) => type ?? []))]
    show('blacklisted', pathsOf('blacklisted'), {
      types: new Intl.ListFormat(formatLocale(locale), { style: 'narrow' }).format(types),
    })
    show('too-large', pathsOf('too-large'), { limit: formatBytes(notice.limit, locale) })
    show('names', pathsOf('names'), { limit: maxNameBytes })
    return
  }
  if (notice.kind === 'restricted') {
    const key = notice.limitReached ? 'quota' : 'restricted'
    void feedback.alert({
      title: t(`storage:upload.notice.${key}.title`),
      body: t(`storage:upload.notice.${key}.body`),
    })
    return
  }
  if (notice.kind === 'not-loaded') {
    toastLoadError(feedback, t)
    return
  }
  if (notice.kind === 'unreadable') {
    void feedback.alert({
      title: t('storage:upload.notice.unreadable.title'),
      body: t('storage:upload.notice.unreadable.body', { names: namesOf(notice.names, context) }),
    })
    return
  }
  if (notice.kind === 'folders-failed') {
    feedback.toast({
      kind: 'danger',
      text: t('storage:upload.notice.folders-failed', { count: notice.count }),
      action: { label: t('web:kit.retry'), onAct: notice.retry },
    })
    return
  }
  if (notice.kind === 'unmatched') {
    const names = namesOf(notice.names, context)
    feedback.toast({
      kind: 'danger',
      text: t('storage:upload.notice.unmatched', { names, count: notice.names.length }),
    })
    return
  }
  showFailure(notice, context)
}

/** Failures of one status and code share an alert while it is open. */
const showFailure = (notice: Extract<UploadNotice, { kind: 'failed' }>, context: NoticeContext): void => {
  const { failure, name, stopped, isForeign } = notice
  const { t, feedback, reported } = context
  // Only the owner can make room.
  const key = isForeign && failure.status === 423 ? 'quota-other' : alerts[failure.status]
  if (failure.status === 401 && failure.code === 'unauthenticated') return
  if (!key) return
  const alertKey = `upload-failed-${key}-${failure.code}`
  const reportedNames = reported.get(alertKey)
  // The queue is paused: the open alert also speaks for the other files, which fail alike.
  if (reportedNames && stopped) return
  const names = [...(reportedNames ?? []), name]
  reported.set(alertKey, names)
  // A limit other than the installation's, such as a link may set: only the server's message names it.
  const ownLimit = failure.status === 413 && failure.code !== 'too-large' ? failure.message : null
  const singleBody = ownLimit
    ? t('storage:upload.notice.reason', { name, reason: ownLimit })
    : t(`storage:upload.notice.${key}.server`, { name })
  const closed = feedback.alert({
    key: alertKey,
    // For a restricted account, the server's message gives the reason in the person's language.
    title:
      failure.status === 401 && failure.message
        ? failure.message
        : t(`storage:upload.notice.${key}.title`, { count: names.length }),
    // The title of an alert about several files gives their number and the reason.
    body: names.length === 1 ? singleBody : namesOf(names, context),
  })
  // The promise of the first alert resolves when the alert is closed.
  if (!reportedNames) void closed.then(() => reported.delete(alertKey))
}
