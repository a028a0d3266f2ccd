import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, networkOf, serve } from '../../../platform/index.ts'
import { type FormFile, type StorageApi, storageDeeds } from '../../../storage/index.ts'
import { requestForm } from '../../contract.ts'
import { sharingErrors } from '../errors.ts'
import type { Entered, RequestGuard } from '../services/request-guard.ts'
import type { RequestGuests } from '../services/request-guests.ts'
import { requestPath } from '../services/request-news.ts'
import type { RequestUploads } from '../services/request-uploads.ts'

export interface RequestFormDeps {
  storage: StorageApi
  guard: RequestGuard
  guests: RequestGuests
  uploads: RequestUploads
}

type Fields = Readonly<Record<string, string>>
/** Refusals that are about one file, and say nothing of the next. */
const ofOneFile = new Set([
  'sharing.request-file-too-large',
  'sharing.request-kind',
  ...['too-large', 'blacklisted-type', 'empty-file', 'skipped-file'].map((code) => `storage.${code}`),
  ...['empty', 'too-long', 'forbidden-character', 'reserved'].map((code) => `storage.name-${code}`),
])
const keyOf = ({ namespace, code }: AppError) => `${namespace}.${code}`
/** Refused files that are told by name, and how much of each name: the address carries them. */
const named = { files: 3, letters: 80 }

/** Fields of the form as the page names them. */
const guestFields = { name: 'guest-name', email: 'guest-email' }
const filesField = 'files'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Files for a request from browsers without scripts: guard → who sends → each file as it comes. */
export const requestFormRoutes = (app: FastifyInstance, { storage, guard, guests, uploads }: RequestFormDeps): void => {
  /** Once for the whole form, when its first file begins. */
  const enter = async (request: FastifyRequest, reply: FastifyReply, token: string, fields: Fields) => {
    request.checkCsrf(fields.csrf ?? '')
    const entered = await guard.enter(request, reply, token)
    const { 'guest-name': name, 'guest-email': email } = fields
    try {
      await guests.name(entered.guest, { ...(name ? { name } : {}), ...(email ? { email } : {}) })
    } catch (error) {
      throw error instanceof AppError ? error.withFields((field) => `guest-${field}`) : error
    }
    return guard.enterNamed(request, reply, token, guestFields)
  }
  const take = async (entered: Entered, { name, pieces }: FormFile, fields: Fields, ip: string) => {
    const { scope, amend } = await uploads.begin(entered)
    const chunk = await amend(ip)({ ...storageDeeds.wholeFile(name, fields.parent_id), network: networkOf(ip) })
    await storage.uploads.chunk(scope, chunk, { pieces, length: null, partName: null, disposable: false })
  }

  serve(app, requestForm, async ({ params: { token } }, request, reply) => {
    let entered: Promise<Entered> | null = null
    let [sent, folder] = [0, '']
    const refused: { name: string; error: AppError }[] = []
    const outcome = () => [
      ...(sent > 0 ? [['sent', String(sent)]] : []),
      ...(refused.length > 0 ? [['refused', String(refused.length)]] : []),
      ...refused.slice(0, named.files).map(({ name }) => ['name', Array.from(name).slice(0, named.letters).join('')]),
    ]
    const back = (fields: string[][]) => {
      const query = new URLSearchParams(fields).toString()
      return reply.redirect(`${requestPath(token)}${folder}${query && `?${query}`}`, 303) as never
    }
    try {
      await storageDeeds.takeFiles(request.raw, async (file, fields) => {
        if (uuid.test(fields.parent_id ?? '')) folder = `/${fields.parent_id}`
        entered ??= enter(request, reply, token, fields)
        const guest = await entered
        try {
          await take(guest, file, fields, request.ip)
          sent += 1
        } catch (error) {
          if (!(error instanceof AppError && ofOneFile.has(keyOf(error)))) throw error
          refused.push({ name: file.name, error: error.withFields(() => filesField) })
        }
      })
      const [first] = refused
      if (first) throw first.error
      if (sent === 0) throw sharingErrors.fail('nothing-sent', { field: filesField })
    } catch (error) {
      // An unknown request, and a closed one, come before whatever is wrong with the form.
      const closed = await guard.open(request, token).then(
        () => null,
        (reason: AppError) => reason,
      )
      const isPerson = request.headers.accept?.includes('text/html')
      if (!isPerson || closed?.status === 404) throw closed ?? error
      if (!(error instanceof AppError) || error.status >= 500) throw error
      // Refused for more than one reason, they are only named.
      const mixed = error === refused[0]?.error && refused.some((other) => keyOf(other.error) !== keyOf(error))
      return back([...outcome(), ...(mixed ? [] : [['problem', keyOf(error)]])])
    }
    return back(outcome())
  })
}
