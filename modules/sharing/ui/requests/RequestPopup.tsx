import { Inbox } from 'lucide-react'
import { useState } from 'react'
import {
  Button,
  CallError,
  CopyField,
  Popup,
  Select,
  Switch,
  TextArea,
  TextField,
  useFeedback,
  useT,
} from '../../../web/ui.ts'
import { ownRequests } from '../../client/own-requests.ts'
import type { UploadRequest } from '../../contract.ts'

interface RequestPopupProps {
  /** Where the files shall go; null: the root. */
  folder: { id: string; name: string } | null
  /** The one to change; null: a new one. */
  request: UploadRequest | null
  onSaved?: (request: UploadRequest) => void
  close: () => void
}

const day = 24 * 3_600_000
const days = [1, 3, 7, 14, 30] as const
const megabyte = 1_000_000

/** UI.md §13.8: asks for files; then the link. */
export const RequestPopup = ({ folder, request, onSaved, close }: RequestPopupProps) => {
  const t = useT()
  const feedback = useFeedback()
  const was = request?.attributes
  const [form, setForm] = useState({
    title: was?.title ?? '',
    name: was?.name ?? '',
    notes: was?.notes ?? '',
    emails: '',
    end: was ? 'keep' : '7',
    size: was?.max_file_size ? String(was.max_file_size / megabyte) : '',
    files: was?.max_files ? String(was.max_files) : '',
    require_name: was?.require_name ?? false,
    require_email: was?.require_email ?? false,
    folder_per_uploader: was?.folder_per_uploader ?? false,
    all: was?.visibility === 'all',
    guests_may_close: was?.guests_may_close ?? true,
  })
  const [more, setMore] = useState(request !== null)
  const [made, setMade] = useState<UploadRequest | null>(null)
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Record<string, string[]>>({})
  const set = (part: Partial<typeof form>) => setForm((now) => ({ ...now, ...part }))

  const submit = async () => {
    const emails = form.emails.split(/[\s,;]+/).filter(Boolean)
    const body = {
      title: form.title.trim() || null,
      name: form.name.trim() || null,
      notes: form.notes.trim() || null,
      ...(form.end === 'keep'
        ? {}
        : { expires_at: form.end === '' ? null : new Date(Date.now() + Number(form.end) * day).toISOString() }),
      max_file_size: Number(form.size) > 0 ? Math.round(Number(form.size) * megabyte) : null,
      max_files: Number(form.files) > 0 ? Math.round(Number(form.files)) : null,
      require_name: form.require_name,
      require_email: form.require_email,
      folder_per_uploader: form.folder_per_uploader,
      visibility: form.all ? ('all' as const) : was?.visibility === 'none' ? ('none' as const) : ('own' as const),
      guests_may_close: form.guests_may_close,
    }
    setBusy(true)
    setErrors({})
    try {
      const saved = request
        ? await ownRequests.update(request.attributes.token, body)
        : await ownRequests.create({ ...body, emails, ...(folder ? { folder_id: folder.id } : {}) })
      onSaved?.(saved)
      if (request) close()
      else setMade(saved)
    } catch (error) {
      if (error instanceof CallError && Object.keys(error.errors).length > 0)
        setErrors(error.code === 'bad-email' ? { emails: [error.message] } : error.errors)
      else
        feedback.toast({
          kind: 'danger',
          text: error instanceof CallError && error.status > 0 ? error.message : t('web:error.broken.title'),
        })
    } finally {
      setBusy(false)
    }
  }

  if (made)
    return (
      <Popup
        open
        onOpenChange={close}
        icon={Inbox}
        title={t('sharing:requests.made')}
        text={t('sharing:requests.madeText')}
        footer={
          <Button variant="solid" onClick={close}>
            {t('sharing:requests.finish')}
          </Button>
        }
      >
        <CopyField label={t('sharing:request.link.label')} value={made.attributes.link} />
      </Popup>
    )
  return (
    <Popup
      open
      onOpenChange={close}
      icon={Inbox}
      title={t(request ? 'sharing:requests.edit' : 'sharing:requests.new')}
      text={folder ? t('sharing:requests.into', { name: folder.name }) : undefined}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={close}>{t('web:kit.cancel')}</Button>
          <Button type="submit" variant="solid" loading={busy}>
            {t(request ? 'sharing:request.sent.save' : 'sharing:requests.create')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <TextField
          label={t('sharing:requests.field.title')}
          value={form.title}
          onValue={(title) => set({ title })}
          maxLength={200}
          autoComplete="off"
          data-autofocus
        />
        <TextArea
          label={t('sharing:requests.field.notes')}
          rows={2}
          value={form.notes}
          onChange={(event) => set({ notes: event.currentTarget.value })}
          maxLength={2000}
        />
        <Select
          label={t('sharing:requests.field.end')}
          value={form.end}
          onValue={(end) => set({ end })}
          options={[
            ...(request ? [{ value: 'keep', label: t('sharing:requests.end.keep') }] : []),
            { value: '', label: t('sharing:requests.end.never') },
            ...days.map((count) => ({ value: String(count), label: t('sharing:requests.end.days', { count }) })),
          ]}
        />
        {!request && (
          <TextField
            label={t('sharing:requests.field.emails')}
            help={t('sharing:requests.field.emailsHelp')}
            value={form.emails}
            onValue={(emails) => set({ emails })}
            error={errors.emails?.[0]}
            inputMode="email"
            autoComplete="off"
          />
        )}
        {more ? (
          <>
            <TextField
              label={t('sharing:requests.field.name')}
              help={t('sharing:requests.field.nameHelp')}
              value={form.name}
              onValue={(name) => set({ name })}
              maxLength={200}
              autoComplete="off"
            />
            <div className="grid gap-4 sm:grid-cols-2">
              <TextField
                type="number"
                min={0}
                step="any"
                label={t('sharing:requests.field.size')}
                value={form.size}
                onValue={(size) => set({ size })}
              />
              <TextField
                type="number"
                min={0}
                label={t('sharing:requests.field.files')}
                value={form.files}
                onValue={(files) => set({ files })}
              />
            </div>
            <Switch
              label={t('sharing:requests.field.requireName')}
              checked={form.require_name}
              onValue={(require_name) => set({ require_name })}
            />
            <Switch
              label={t('sharing:requests.field.requireEmail')}
              checked={form.require_email}
              onValue={(require_email) => set({ require_email })}
            />
            <Switch
              label={t('sharing:requests.field.folders')}
              checked={form.folder_per_uploader}
              onValue={(folder_per_uploader) => set({ folder_per_uploader })}
            />
            <Switch
              label={t('sharing:requests.field.all')}
              help={t('sharing:requests.field.allHelp')}
              checked={form.all}
              onValue={(all) => set({ all })}
            />
            <Switch
              label={t('sharing:requests.field.close')}
              checked={form.guests_may_close}
              onValue={(guests_may_close) => set({ guests_may_close })}
            />
          </>
        ) : (
          <Button variant="quiet" className="self-start" onClick={() => setMore(true)}>
            {t('sharing:requests.more')}
          </Button>
        )}
      </div>
    </Popup>
  )
}

/** The popup as the files screens open it, for a folder. */
export const RequestIntoFolder = ({
  item,
  close,
}: {
  item: { id: string; attributes: { name: string } }
  close: () => void
}) => <RequestPopup folder={{ id: item.id, name: item.attributes.name }} request={null} close={close} />
