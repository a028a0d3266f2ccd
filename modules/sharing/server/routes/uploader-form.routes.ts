import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, networkOf, serve } from '../../../platform/index.ts'
import { type ErrorCode, isUuid } from '../../../shared/contract.ts'
import { type FormFile, type StorageApi, storageActions } from '../../../storage/index.ts'
import { fileRequestPath, uploaderForm } from '../../contract.ts'
import { sharingErrors } from '../errors.ts'
import { singleFileCodes } from '../services/file-errors.ts'
import type { FileRequestAccess } from '../services/file-request-access.ts'
import type { FileRequestUploaders } from '../services/file-request-uploaders.ts'
import type { FileRequestUploads } from '../services/file-request-uploads.ts'
import type { FileRequestHttpAuthorizer } from './file-request-http-authorizer.ts'

interface UploaderFormDeps {
  storage: StorageApi
  authorizer: FileRequestHttpAuthorizer
  uploaders: FileRequestUploaders
  uploads: FileRequestUploads
}

type Fields = Readonly<Record<string, string>>
/** Errors that concern one file: the form's next files are still stored. */
const singleFileErrors: ReadonlySet<string> = new Set<ErrorCode>([
  ...singleFileCodes.map((code) => `sharing.${code}` as const),
  ...(['too-large', 'file-type-not-allowed', 'empty-file', 'skipped-file'] as const).map(
    (code) => `storage.${code}` as const,
  ),
  ...(['empty', 'too-long', 'forbidden-character', 'reserved'] as const).map((code) => `storage.name-${code}` as const),
])
const keyOf = ({ namespace, code }: AppError) => `${namespace}.${code}`
/** The error as the page shows it, beside the number of files that are stored; null for a fault of the server. */
const problemOf = (request: FastifyRequest, error: unknown): string | null => {
  if (error instanceof AppError && error.status !== 500) return keyOf(error)
  // The page itself loads once the database is back.
  return request.explain(error).status === 503 ? 'platform.unavailable' : null
}
/** Rejected files whose names the redirect URL carries, and the characters of each. */
const namedFiles = { count: 3, maxLength: 80 }

/** Names of the form's fields. */
const uploaderFields = { name: 'uploader-name', email: 'uploader-email' }
const filesField = 'files'

/** Uploads to a request by a form without JavaScript: authorize, identify the uploader, store each file as it arrives. */
export const uploaderFormRoutes = (
  app: FastifyInstance,
  { storage, authorizer, uploaders, uploads }: UploaderFormDeps,
): void => {
  /** Called once for the whole form, when its first file begins. */
  const identify = async (request: FastifyRequest, reply: FastifyReply, token: string, fields: Fields) => {
    request.checkCsrf(fields.csrf ?? '')
    const access = await authorizer.authorize(request, reply, token, 'html-form')
    const { 'uploader-name': name, 'uploader-email': email } = fields
    try {
      const input = { ...(name ? { name } : {}), ...(email ? { email } : {}) }
      await uploaders.identify(access.uploader, input, request.locale)
    } catch (error) {
      throw error instanceof AppError ? error.withFields((field) => `uploader-${field}`) : error
    }
    return authorizer.authorizeIdentified(request, reply, token, uploaderFields)
  }
  const store = async (access: FileRequestAccess, { name, pieces }: FormFile, fields: Fields, ip: string) => {
    const { scope, amend } = await uploads.begin(access)
    const chunk = await amend(ip)({
      ...storageActions.wholeFileRequest(name, fields.parent_id),
      network: networkOf(ip),
    })
    await storage.uploads.chunk(scope, chunk, { pieces, length: null, partName: null, disposable: false })
  }

  serve(app, uploaderForm, async ({ params: { token } }, request, reply) => {
    let access: Promise<FileRequestAccess> | null = null
    let [sent, folder] = [0, '']
    const rejected: { name: string; error: AppError }[] = []
    const result = () => [
      ...(sent > 0 ? [['sent', String(sent)]] : []),
      ...(rejected.length > 0 ? [['rejected', String(rejected.length)]] : []),
      ...rejected
        .slice(0, namedFiles.count)
        .map(({ name }) => ['name', Array.from(name).slice(0, namedFiles.maxLength).join('')]),
    ]
    const redirectBack = (fields: string[][]) => {
      const query = new URLSearchParams(fields).toString()
      return reply.redirect(`${fileRequestPath(token)}${folder}${query && `?${query}`}`, 303)
    }
    try {
      await storageActions.receiveFormFiles(request.raw, async (file, fields) => {
        if (isUuid(fields.parent_id ?? '')) folder = `/${fields.parent_id}`
        access ??= identify(request, reply, token, fields)
        const uploaderAccess = await access
        try {
          await store(uploaderAccess, file, fields, request.ip)
          sent += 1
        } catch (error) {
          if (!(error instanceof AppError && singleFileErrors.has(keyOf(error)))) throw error
          rejected.push({ name: file.name, error: error.withFields(() => filesField) })
        }
      })
      const [first] = rejected
      if (first) throw first.error
      if (sent === 0) throw sharingErrors.fail('nothing-sent', { field: filesField })
    } catch (error) {
      // An unknown or closed request is reported before any error of the form.
      const closed = await authorizer.findOpen(request, token).then(
        () => null,
        (reason: AppError) => reason,
      )
      const isBrowser = request.headers.accept?.includes('text/html')
      if (!isBrowser || closed?.status === 404) throw closed ?? error
      const problem = problemOf(request, error)
      if (!problem) throw error
      // Files that were rejected for several reasons are only named.
      const hasOtherErrors = error === rejected[0]?.error && rejected.some((other) => keyOf(other.error) !== problem)
      return redirectBack([...result(), ...(hasOtherErrors ? [] : [['problem', problem]])])
    }
    return redirectBack(result())
  })
}
