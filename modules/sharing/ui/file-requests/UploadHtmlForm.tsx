import { CloudUpload } from 'lucide-react'
import { formatLocale, isolate, maxEmailLength } from '../../../shared/contract.ts'
import { Button, Callout, TextField, usePageContext, useT } from '../../../web/ui.ts'
import type { FileRequestPageData } from '../../client/file-request.api.ts'
import { fileRequestPath, maxUploaderName } from '../../contract.ts'
import { useFieldLabel } from './UploaderFields.tsx'

/** Uploads without JavaScript: `<noscript>`, whose content React does not render in the browser. */
export const UploadHtmlForm = ({ data }: { data: FileRequestPageData }) => (
  <noscript>{import.meta.env.SSR && <Form data={data} />}</noscript>
)

const Form = ({ data }: { data: FileRequestPageData }) => {
  const t = useT()
  const { token, folder, fileRequest, htmlForm } = data
  const { require_name, require_email } = fileRequest.attributes
  const { uploader } = fileRequest.relationships
  const labelOf = useFieldLabel()
  return (
    <form
      method="post"
      encType="multipart/form-data"
      action={fileRequestPath(token)}
      className="flex flex-col gap-4 rounded-xl border-2 border-dashed border-line-strong bg-surface p-5 sm:p-8"
    >
      <input type="hidden" name="csrf" value={htmlForm.csrf} />
      {folder && <input type="hidden" name="parent_id" value={folder} />}
      <TextField
        name="uploader-name"
        label={labelOf('name', require_name)}
        defaultValue={uploader?.name ?? ''}
        autoComplete="name"
        maxLength={maxUploaderName}
        required={require_name}
      />
      <TextField
        name="uploader-email"
        type="email"
        label={labelOf('email', require_email)}
        help={t('sharing:request.fields.receipt')}
        defaultValue={uploader?.email ?? ''}
        autoComplete="email"
        maxLength={maxEmailLength}
        required={require_email}
      />
      <label className="flex flex-col gap-1.5 text-13 font-medium">
        {t('sharing:request.form.files')}
        <input
          type="file"
          name="files"
          multiple
          required
          className="min-h-11 text-14 font-normal file:me-3 file:min-h-11 file:rounded-md file:border file:border-line-strong file:bg-page file:px-4 file:font-medium"
        />
      </label>
      <Button type="submit" variant="solid" size="lg" icon={CloudUpload}>
        {t('sharing:request.form.send')}
      </Button>
    </form>
  )
}

/** Result of the last form. */
export const HtmlFormResult = ({
  htmlForm: { sent, rejected, names, problem },
}: Pick<FileRequestPageData, 'htmlForm'>) => {
  const t = useT()
  const { locale } = usePageContext()
  const others = rejected - names.length
  const shownNames = [
    ...names.map((name) => isolate(name, locale)),
    ...(others > 0 ? [t('sharing:request.form.others', { count: others })] : []),
  ]
  return (
    <>
      {sent > 0 && (
        <Callout tone="success" role="status" className="mb-5">
          {t('sharing:request.form.sent', { count: sent })}
        </Callout>
      )}
      {(problem || rejected > 0) && (
        <Callout tone="danger" role="alert" className="mb-5">
          {problem && t(problem, { defaultValue: t('sharing:request.form.rejected') })}
          {rejected > 0 && (
            <p className="break-words">
              {t('sharing:request.form.named', {
                names: new Intl.ListFormat(formatLocale(locale), { type: 'conjunction' }).format(shownNames),
              })}
            </p>
          )}
        </Callout>
      )}
    </>
  )
}
