import { formatLocale } from '../../../shared/contract.ts'
import { formatBytes, type Translate } from '../../../web/ui.ts'
import type { Rejection, Upload, UploadFailure } from '../client/types.ts'

const units = [
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

const made = new Map<string, Intl.NumberFormat>()
const unitFormat = (locale: string, unit: string): Intl.NumberFormat => {
  const key = `${locale} ${unit}`
  const known = made.get(key)
  if (known) return known
  const format = new Intl.NumberFormat(formatLocale(locale), { style: 'unit', unit, unitDisplay: 'short' })
  made.set(key, format)
  return format
}

/** “12 sec”, “4 min”, “2 hr”: rounded, because the estimate is rough. */
const formatDuration = (seconds: number, locale: string): string => {
  const [unit, size] = units.find(([, length]) => seconds >= length) ?? units[2]
  return unitFormat(locale, unit).format(Math.max(1, Math.round(seconds / size)))
}

/** “3.2 MB/s”. */
export const formatSpeed = (bytesPerSecond: number, locale: string, t: Translate): string =>
  t('storage:upload.speed', { amount: formatBytes(bytesPerSecond, locale) })

export const formatLeft = (seconds: number, locale: string, t: Translate): string =>
  t('storage:upload.left', { time: formatDuration(seconds, locale) })

export const formatProgress = (done: number, all: number, locale: string, t: Translate): string =>
  t('storage:upload.bytes', { done: formatBytes(done, locale), total: formatBytes(all, locale) })

const rejectionKeys: Record<Rejection, string> = {
  empty: 'empty',
  blacklisted: 'blacklisted.title',
  'too-large': 'too-large.title',
  names: 'names.title',
}

/** Why a file failed: the server's message, or our own text for failures without a response. */
const failureText = (failure: UploadFailure, name: string, t: Translate): string =>
  failure.rejected
    ? t(`storage:upload.notice.${rejectionKeys[failure.rejected]}`, { name, count: 1 })
    : (failure.message ?? t(`storage:upload.failure.${failure.code === 'unreadable' ? 'unreadable' : 'internal'}`))

interface QueueState {
  /** The whole queue is paused. */
  held: boolean
  offline: boolean
}

/** The text below a file's name. */
export const statusText = (upload: Upload, { held, offline }: QueueState, locale: string, t: Translate): string => {
  const { status, size, failure } = upload
  const bytes = formatBytes(size, locale)
  if (status === 'failed' && failure) return failureText(failure, upload.name, t)
  if (status === 'done') return bytes
  if (status === 'skipped') return t('storage:upload.status.skipped')
  if (status === 'processing') return t('storage:upload.status.processing')
  const sent = upload.offset + upload.inFlightBytes
  if (status === 'paused' || (held && status === 'waiting')) {
    return joinParts(t('storage:upload.status.paused'), sent > 0 ? formatProgress(sent, size, locale, t) : bytes)
  }
  if (status !== 'uploading') return joinParts(t('storage:upload.status.waiting'), bytes)
  const progress = formatProgress(sent, size, locale, t)
  if (offline) return joinParts(t('storage:upload.status.offline'), progress)
  const { speed } = upload
  if (!speed) return progress
  return joinParts(progress, formatSpeed(speed, locale, t), formatLeft((size - sent) / speed, locale, t))
}

export const joinParts = (...parts: (string | false | null | undefined)[]): string => parts.filter(Boolean).join(' · ')
