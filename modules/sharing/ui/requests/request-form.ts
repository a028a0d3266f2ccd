import type { RequestVisibility, UpdateRequest, UploadRequest, WantedKind } from '../../contract.ts'

export const wantedKinds: readonly WantedKind[] = ['image', 'video', 'audio', 'document', 'other']
const day = 24 * 3_600_000
const megabyte = 1_000_000

/** What of a request is typed and chosen; numbers as people write them. */
export interface RequestForm {
  title: string
  name: string
  notes: string
  /** Addresses, with commas or spaces. */
  emails: string
  /** `keep`: as it is; empty: never; else days from now. */
  end: string
  /** Minutes. */
  grace: string
  /** Megabytes; empty: any. */
  size: string
  files: string
  kinds: readonly WantedKind[]
  require_name: boolean
  require_email: boolean
  folder_per_uploader: boolean
  visibility: RequestVisibility
  guests_may_close: boolean
}

/** A request to change, or the usual terms of a new one. */
export const formOf = (was: UploadRequest['attributes'] | undefined): RequestForm => ({
  title: was?.title ?? '',
  name: was?.name ?? '',
  notes: was?.notes ?? '',
  emails: '',
  end: was ? 'keep' : '7',
  grace: String(was?.grace_minutes ?? 0),
  size: was?.max_file_size ? String(was.max_file_size / megabyte) : '',
  files: was?.max_files ? String(was.max_files) : '',
  kinds: (was?.kinds as WantedKind[] | null | undefined) ?? wantedKinds,
  require_name: was?.require_name ?? false,
  require_email: was?.require_email ?? false,
  folder_per_uploader: was?.folder_per_uploader ?? false,
  visibility: (was?.visibility as RequestVisibility | undefined) ?? 'own',
  guests_may_close: was?.guests_may_close ?? true,
})

/** As the calls take it. */
export const termsOf = (form: RequestForm): UpdateRequest => ({
  title: form.title.trim() || null,
  name: form.name.trim() || null,
  notes: form.notes.trim() || null,
  ...(form.end === 'keep'
    ? {}
    : { expires_at: form.end === '' ? null : new Date(Date.now() + Number(form.end) * day).toISOString() }),
  grace_minutes: Number(form.grace),
  max_file_size: Number(form.size) > 0 ? Math.round(Number(form.size) * megabyte) : null,
  max_files: Number(form.files) > 0 ? Math.round(Number(form.files)) : null,
  kinds: form.kinds.length === wantedKinds.length ? null : [...form.kinds],
  require_name: form.require_name,
  require_email: form.require_email,
  folder_per_uploader: form.folder_per_uploader,
  visibility: form.visibility,
  guests_may_close: form.guests_may_close,
})
