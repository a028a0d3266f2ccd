import { bytesOfMegabytes, megabytesOf } from '../../../shared/contract.ts'
import type { AcceptedType, FileRequest, FileRequestVisibility, UpdateFileRequest } from '../../contract.ts'

export const acceptedTypes: readonly AcceptedType[] = ['image', 'video', 'audio', 'document', 'other']

/** Values of the form; numbers as they are typed. */
export interface FileRequestValues {
  title: string
  name: string
  notes: string
  emails: string[]
  /** `keep`: unchanged; empty: never; otherwise days from now. */
  end: string
  /** Minutes. */
  grace: string
  /** Megabytes; empty: any. */
  size: string
  files: string
  accepted_types: readonly AcceptedType[]
  require_name: boolean
  require_email: boolean
  folder_per_uploader: boolean
  visibility: FileRequestVisibility
  allow_uploader_close: boolean
}

/** Values of a request, or the defaults of a new one. */
export const fileRequestValuesOf = (was: FileRequest['attributes'] | undefined): FileRequestValues => ({
  title: was?.title ?? '',
  name: was?.name ?? '',
  notes: was?.notes ?? '',
  emails: [],
  end: was ? 'keep' : '7',
  grace: String(was?.grace_minutes ?? 0),
  size: was?.max_file_size ? String(megabytesOf(was.max_file_size)) : '',
  files: was?.max_files ? String(was.max_files) : '',
  accepted_types: (was?.accepted_types as AcceptedType[] | null | undefined) ?? acceptedTypes,
  require_name: was?.require_name ?? false,
  require_email: was?.require_email ?? false,
  folder_per_uploader: was?.folder_per_uploader ?? false,
  visibility: (was?.visibility as FileRequestVisibility | undefined) ?? 'own',
  // Closing ends the request for everybody, so the owner decides (D39).
  allow_uploader_close: was?.allow_uploader_close ?? false,
})

/** Body of the API's calls. */
export const toFileRequestBody = (form: FileRequestValues): UpdateFileRequest => ({
  title: form.title.trim() || null,
  name: form.name.trim() || null,
  notes: form.notes.trim() || null,
  ...(form.end === 'keep' ? {} : form.end === '' ? { expires_at: null } : { expires_in_days: Number(form.end) }),
  grace_minutes: Number(form.grace),
  max_file_size: bytesOfMegabytes(Number(form.size)) || null,
  max_files: Number(form.files) > 0 ? Math.round(Number(form.files)) : null,
  accepted_types: form.accepted_types.length === acceptedTypes.length ? null : [...form.accepted_types],
  require_name: form.require_name,
  require_email: form.require_email,
  folder_per_uploader: form.folder_per_uploader,
  visibility: form.visibility,
  allow_uploader_close: form.allow_uploader_close,
})

/** Body of the call that edits a request: only changed fields, so that changes made elsewhere stay. */
export const changedFileRequestFields = (form: FileRequestValues, untouched: FileRequestValues): UpdateFileRequest => {
  const before: Record<string, unknown> = toFileRequestBody(untouched)
  return Object.fromEntries(
    Object.entries(toFileRequestBody(form)).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field]),
    ),
  )
}
