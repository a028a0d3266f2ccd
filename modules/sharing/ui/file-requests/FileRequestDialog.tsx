import { Inbox, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { type CreatedOnce, isEmail } from '../../../shared/contract.ts'
import { announceIfUnknown, type ChosenFolder, FolderField } from '../../../storage/ui.ts'
import {
  Button,
  CallError,
  ChipsField,
  CopyField,
  copyText,
  Dialog,
  errorToast,
  Select,
  TextArea,
  TextField,
  useFeedback,
  useT,
} from '../../../web/ui.ts'
import { createRequestOnce, fileRequestsApi } from '../../client/owned-file-requests.api.ts'
import { splitEmails } from '../../client/parse-emails.ts'
import { type FileRequest, maxRequestNotes, maxRequestTitle } from '../../contract.ts'
import { FoldableSection } from '../share-dialog/FoldableSection.tsx'
import { FileRequestOptions } from './FileRequestOptions.tsx'
import {
  changedFileRequestFields,
  type FileRequestValues,
  fileRequestValuesOf,
  toFileRequestBody,
} from './file-request-values.ts'

interface FileRequestDialogProps {
  /** Target of a new request's files, until another is chosen. */
  folder: ChosenFolder
  /** The request to edit; null: a new one. */
  request: FileRequest | null
  onSaved?: (request: FileRequest) => void
  close: () => void
}

const days = [1, 3, 7, 14, 30] as const

/** Creates or edits a request, then shows its link. */
export const FileRequestDialog = ({ folder, request, onSaved, close }: FileRequestDialogProps) => {
  const t = useT()
  const feedback = useFeedback()
  const was = request?.attributes
  const [form, setForm] = useState(() => fileRequestValuesOf(was))
  const [untouched] = useState(form)
  const [more, setMore] = useState(request !== null)
  const [into, setInto] = useState(folder)
  const [result, setResult] = useState<CreatedOnce<FileRequest> | null>(null)
  const [isCopied, setIsCopied] = useState(false)
  const [create] = useState(createRequestOnce)
  const [busy, setBusy] = useState(false)
  /** Text in the field for emails that is not yet a chip. */
  const [typed, setTyped] = useState('')
  const [wrongEmails, setWrongEmails] = useState('')
  const set = (part: Partial<FileRequestValues>) => setForm((now) => ({ ...now, ...part }))

  const ends = form.end === 'keep' ? was?.expires_at != null : form.end !== ''

  const submit = async () => {
    if (busy) return
    if (form.accepted_types.length === 0) return setMore(true)
    const emails = [...new Set([...form.emails, ...splitEmails(typed)])]
    set({ emails })
    setTyped('')
    const invalid = emails.filter((email) => !isEmail(email))
    if (invalid.length > 0)
      return setWrongEmails(t('sharing:people.wrong', { count: invalid.length, address: invalid[0] }))
    setBusy(true)
    setWrongEmails('')
    try {
      if (request) {
        onSaved?.(await fileRequestsApi.update(request.attributes.token, changedFileRequestFields(form, untouched)))
        close()
        return
      }
      const body = { ...toFileRequestBody(form), emails, ...(into ? { folder_id: into.id } : {}) }
      const creation = create({ ...form, emails, into }, body)
      const copied = copyText(creation.then(({ created }) => created.attributes.link))
      const result = await creation
      onSaved?.(result.created)
      setResult(result)
      void copied.then(setIsCopied)
    } catch (error) {
      announceIfUnknown(error)
      const fields = error instanceof CallError ? Object.keys(error.errors) : []
      // Only the field for emails can show an error here.
      if (fields.some((field) => field.startsWith('email'))) setWrongEmails(t('sharing:error.invalid-email'))
      else feedback.toast(errorToast(error, t))
    } finally {
      setBusy(false)
    }
  }

  const linkText = isCopied ? 'sharing:requests.createdAndCopied' : 'sharing:requests.createdText'
  if (result)
    return (
      <Dialog
        open
        onOpenChange={close}
        icon={Inbox}
        title={t('sharing:requests.created')}
        text={t(result.isEarlierInput ? 'sharing:requests.createdEarlier' : linkText)}
        footer={
          <Button variant="solid" onClick={close}>
            {t('sharing:requests.finish')}
          </Button>
        }
      >
        <CopyField label={t('sharing:request.link.label')} value={result.created.attributes.link} />
      </Dialog>
    )
  return (
    <Dialog
      open
      onOpenChange={close}
      icon={Inbox}
      title={t(request ? 'sharing:requests.edit' : 'sharing:requests.new')}
      dirty={typed !== '' || JSON.stringify(form) !== JSON.stringify(untouched)}
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
          maxLength={maxRequestTitle}
          autoComplete="off"
          data-autofocus
        />
        <TextArea
          label={t('sharing:requests.field.notes')}
          rows={2}
          value={form.notes}
          onChange={(event) => set({ notes: event.currentTarget.value })}
          maxLength={maxRequestNotes}
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
          <FolderField
            label={t('sharing:requests.field.into')}
            help={t('sharing:requests.into', { name: into?.name ?? t('storage:page.files') })}
            value={into}
            onValue={setInto}
          />
        )}
        {!request && (
          <ChipsField
            label={t('sharing:requests.field.emails')}
            help={t('sharing:requests.field.emailsHelp')}
            values={form.emails}
            onValues={(emails) => {
              set({ emails })
              setWrongEmails('')
            }}
            text={typed}
            onText={setTyped}
            split={splitEmails}
            isValid={isEmail}
            removeLabel={(email) => t('sharing:people.remove', { email })}
            error={wrongEmails || undefined}
            dir="ltr"
            inputMode="email"
          />
        )}
        <FoldableSection
          icon={SlidersHorizontal}
          title={t('sharing:requests.more')}
          open={more}
          onToggle={() => setMore(!more)}
          className="-mx-1"
        >
          <FileRequestOptions form={form} set={set} hasEnd={ends} hasFolder={request?.relationships.folder != null} />
        </FoldableSection>
      </div>
    </Dialog>
  )
}

/** The dialog as the files screens open it for a folder. */
export const RequestFilesDialog = ({
  item,
  close,
}: {
  item: { id: string; attributes: { name: string } }
  close: () => void
}) => <FileRequestDialog folder={{ id: item.id, name: item.attributes.name }} request={null} close={close} />
