import { CalendarClock, Files, FileType, HardDrive } from 'lucide-react'
import { formatLocale } from '../../../shared/contract.ts'
import {
  Avatar,
  Callout,
  formatBytes,
  formatDeadline,
  Icon,
  type IconType,
  usePageContext,
  useT,
  useZone,
} from '../../../web/ui.ts'
import type { PublicFileRequest } from '../../contract.ts'
import { useHasPassed } from './useHasPassed.ts'

/** Owner, title and terms of a request. */
export const RequestHeader = ({ fileRequest }: { fileRequest: PublicFileRequest }) => {
  const t = useT()
  const { locale } = usePageContext()
  const zone = useZone()
  const { attributes, relationships } = fileRequest
  const { name, color, avatar } = relationships.user.data.attributes
  const end = attributes.expires_at
  const isOver = useHasPassed(end)
  const left = attributes.files_left
  const acceptedTypes =
    attributes.accepted_types &&
    new Intl.ListFormat(formatLocale(locale), { type: 'conjunction' }).format(
      // i18n-keys: sharing:request.kind.*
      attributes.accepted_types.map((kind) => t(`sharing:request.kind.${kind}`)),
    )
  const details: [IconType, string][] = [
    ...(end
      ? [[CalendarClock, t('sharing:request.until', { date: formatDeadline(end, locale, zone) })] as [IconType, string]]
      : []),
    ...(acceptedTypes ? [[FileType, acceptedTypes] as [IconType, string]] : []),
    ...(attributes.max_file_size
      ? [
          [HardDrive, t('sharing:request.size', { size: formatBytes(attributes.max_file_size, locale) })] as [
            IconType,
            string,
          ],
        ]
      : []),
    ...(left === null ? [] : [[Files, t('sharing:request.left', { count: left })] as [IconType, string]]),
  ]
  return (
    <section className="mb-6">
      <div className="flex items-start gap-4">
        <Avatar name={name} color={color} image={avatar} size={52} />
        <div className="min-w-0">
          <p className="text-body text-muted">{t('sharing:request.requesting', { name })}</p>
          <h1 className="bidi-plaintext text-28 font-bold text-balance break-words outline-none">
            {attributes.title ?? t('sharing:request.title', { name })}
          </h1>
        </div>
      </div>
      {attributes.notes && (
        <p className="bidi-plaintext mt-5 rounded-lg bg-n3 px-4 py-3 text-16 break-words whitespace-pre-wrap">
          {attributes.notes}
        </p>
      )}
      {details.length > 0 && (
        <ul className="mt-5 flex flex-wrap gap-x-5 gap-y-2 text-body text-muted">
          {details.map(([icon, text]) => (
            <li key={text} className="inline-flex items-center gap-2">
              <Icon of={icon} size={16} className="shrink-0" />
              {text}
            </li>
          ))}
        </ul>
      )}
      {(attributes.late || isOver) && (
        <Callout tone="warning" className="mt-5">
          {t('sharing:request.late')}
        </Callout>
      )}
    </section>
  )
}
