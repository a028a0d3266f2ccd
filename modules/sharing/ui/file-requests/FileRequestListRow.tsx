import { Copy, FolderOpen, Inbox, Link2Off, Lock, LockOpen, MoreHorizontal, Pencil } from 'lucide-react'
import {
  Badge,
  CopyButton,
  copyText,
  formatBytes,
  formatDateTime,
  Icon,
  IconButton,
  IconLink,
  Menu,
  type MenuEntry,
  useFeedback,
  usePageContext,
  useT,
  useZone,
} from '../../../web/ui.ts'
import { fileRequestsApi } from '../../client/owned-file-requests.api.ts'
import type { FileRequest } from '../../contract.ts'
import { requestStatusText } from './request-status-text.ts'

interface FileRequestRowProps {
  request: FileRequest
  onChanged: (request: FileRequest) => void
  onRevoked: () => void
  onEdit: () => void
  onError: (error: unknown) => void
}

/** Makes the whole row the target of its link: to the received files, or before the first one to the request's options. */
const wholeRow = 'block max-w-full truncate text-start after:absolute after:inset-0'

const tones = { active: 'success', filled: 'neutral', expired: 'warning' } as const

/** A row of the list: the request's status, received files and link. */
export const FileRequestListRow = ({ request, onChanged, onRevoked, onEdit, onError }: FileRequestRowProps) => {
  const t = useT()
  const feedback = useFeedback()
  const { locale } = usePageContext()
  const zone = useZone()
  const { attributes, relationships } = request
  const { token, status, received, received_bytes, uploaders, expires_at, last_upload_at } = attributes
  const name = attributes.title ?? attributes.name ?? relationships.folder?.data.attributes.name
  const title = name ?? t('sharing:requests.untitled', { date: formatDateTime(attributes.created_at, locale, zone) })
  const open = status === 'active'
  /** The folder exists since the first upload. */
  const href = relationships.folder && `/platform/files/${relationships.folder.data.id}`

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
    feedback.toast({ kind: 'success', text: t('sharing:requests.revoked') })
    onRevoked()
  }
  const copy = async () => {
    const isCopied = await copyText(attributes.link)
    feedback.toast(
      isCopied
        ? { kind: 'success', text: t('sharing:requests.copied') }
        : { kind: 'danger', text: t('sharing:message.notCopied') },
    )
  }
  const items: MenuEntry[] = [
    ...(href ? [{ id: 'folder', label: t('sharing:requests.folder'), icon: FolderOpen, href }] : []),
    ...(open
      ? [{ id: 'copy', label: t('sharing:requests.copy'), icon: Copy, onSelect: () => void copy().catch(onError) }]
      : []),
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
    <li className="relative flex min-h-14 items-center gap-3 border-b border-line px-4 py-2 hover:bg-hover lg:ps-5.5">
      <Icon of={Inbox} size={20} className="shrink-0 text-muted" />
      <div className="min-w-0 grow">
        <div className="flex min-w-0 items-center gap-2">
          <h2 className="min-w-0 text-14 font-medium">
            {href ? (
              <a href={href} className={wholeRow}>
                <bdi>{title}</bdi>
              </a>
            ) : (
              <button type="button" onClick={onEdit} className={wholeRow}>
                <bdi>{title}</bdi>
              </button>
            )}
          </h2>
          <Badge tone={tones[status]}>{requestStatusText(status, t)}</Badge>
        </div>
        <p className="truncate text-13 text-muted tabular-nums @max-[40rem]:whitespace-normal">{details.join(' · ')}</p>
      </div>
      <div className="relative flex shrink-0 items-center gap-1">
        {open && (
          <CopyButton text={attributes.link} size="sm" variant="quiet" className="@max-[34rem]:hidden">
            {t('sharing:requests.copy')}
          </CopyButton>
        )}
        {href && <IconLink href={href} size="sm" icon={FolderOpen} label={t('sharing:requests.folder')} />}
        <Menu label={t('sharing:requests.menu', { title })} items={items} align="end">
          <IconButton icon={MoreHorizontal} size="sm" label={t('sharing:requests.menu', { title })} />
        </Menu>
      </div>
    </li>
  )
}
