import { FolderOpen, Link2Off, Lock, LockOpen, MoreHorizontal, Pencil } from 'lucide-react'
import { useZone } from '../../../storage/ui.ts'
import {
  Badge,
  CopyButton,
  formatBytes,
  formatDateTime,
  IconButton,
  LinkButton,
  Menu,
  type MenuEntry,
  useFeedback,
  usePageContext,
  useT,
} from '../../../web/ui.ts'
import { fileRequestsApi } from '../../client/owned-file-requests.api.ts'
import type { FileRequest } from '../../contract.ts'

interface FileRequestCardProps {
  request: FileRequest
  onChanged: (request: FileRequest) => void
  onRevoked: () => void
  onEdit: () => void
  onError: (error: unknown) => void
}

const tones = { active: 'success', filled: 'neutral', expired: 'warning' } as const

/** One request: its status, received files and link. */
export const FileRequestCard = ({ request, onChanged, onRevoked, onEdit, onError }: FileRequestCardProps) => {
  const t = useT()
  const feedback = useFeedback()
  const { locale } = usePageContext()
  const zone = useZone()
  const { attributes, relationships } = request
  const { token, status, received, received_bytes, uploaders, expires_at, last_upload_at } = attributes
  const name = attributes.title ?? attributes.name ?? relationships.folder?.data.attributes.name
  const title = name ?? t('sharing:requests.untitled', { date: formatDateTime(attributes.created_at, locale, zone) })
  const open = status === 'active'

  const close = async () => {
    await fileRequestsApi.close(token)
    onChanged({ ...request, attributes: { ...attributes, status: 'filled' } })
    feedback.toast({
      kind: 'success',
      text: t('sharing:message.request-closed'),
      action: { label: t('sharing:requests.reopen'), onAct: () => void reopen().catch(onError) },
    })
  }
  const reopen = async () => onChanged(await fileRequestsApi.reopen(token))
  const revoke = async () => {
    const isConfirmed = await feedback.confirm({
      title: t('sharing:requests.revokeTitle'),
      body: t('sharing:requests.revokeBody'),
      confirmLabel: t('sharing:requests.revoke'),
      danger: true,
    })
    if (!isConfirmed) return
    await fileRequestsApi.revoke(token)
    onRevoked()
  }
  const items: MenuEntry[] = [
    { id: 'edit', label: t('sharing:requests.edit'), icon: Pencil, onSelect: onEdit },
    open
      ? { id: 'close', label: t('sharing:requests.close'), icon: Lock, onSelect: () => void close().catch(onError) }
      : {
          id: 'reopen',
          label: t('sharing:requests.reopen'),
          icon: LockOpen,
          onSelect: () => void reopen().catch(onError),
        },
    { separator: true },
    {
      id: 'revoke',
      label: t('sharing:requests.revoke'),
      icon: Link2Off,
      danger: true,
      onSelect: () => void revoke().catch(onError),
    },
  ]
  const details = [
    received === 0
      ? t('sharing:requests.noFiles')
      : t('sharing:requests.received', { count: received, size: formatBytes(received_bytes, locale) }),
    uploaders > 0 && t('sharing:requests.uploaders', { count: uploaders }),
    last_upload_at && t('sharing:requests.last', { date: formatDateTime(last_upload_at, locale, zone) }),
    expires_at && t('sharing:request.until', { date: formatDateTime(expires_at, locale, zone) }),
  ].filter(Boolean)
  return (
    <li className="rounded-lg border border-line bg-surface p-4">
      <div className="flex items-start gap-3">
        <div className="min-w-0 grow">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2 className="min-w-0 truncate text-16 font-semibold">{title}</h2>
            <Badge tone={tones[status]}>{statusText(status, t)}</Badge>
          </div>
          <p className="mt-1 text-body text-pretty text-muted tabular-nums">{details.join(' · ')}</p>
        </div>
        <Menu label={t('sharing:requests.menu', { title })} items={items} align="end">
          <IconButton icon={MoreHorizontal} label={t('sharing:requests.menu', { title })} />
        </Menu>
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        {open && (
          <CopyButton text={attributes.link} size="sm" variant="tinted">
            {t('sharing:requests.copy')}
          </CopyButton>
        )}
        {relationships.folder && (
          <LinkButton href={`/platform/files/${relationships.folder.data.id}`} size="sm" icon={FolderOpen}>
            {t('sharing:requests.folder')}
          </LinkButton>
        )}
      </div>
    </li>
  )
}

// i18n-keys: sharing:requests.status.*
const statusText = (status: FileRequest['attributes']['status'], t: ReturnType<typeof useT>) =>
  t(`sharing:requests.status.${status}`)
