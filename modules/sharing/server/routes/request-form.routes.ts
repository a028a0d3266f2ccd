import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, serve } from '../../../platform/index.ts'
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
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Files for a request from browsers without scripts: guard → who sends → each file as it comes. */
export const requestFormRoutes = (app: FastifyInstance, { storage, guard, guests, uploads }: RequestFormDeps): void => {
  /** Once for the whole form, when its first file begins. */
  const enter = async (request: FastifyRequest, reply: FastifyReply, token: string, fields: Fields) => {
    request.checkCsrf(fields.csrf ?? '')
    const entered = await guard.enter(request, reply, token)
    const { 'guest-name': name, 'guest-email': email } = fields
    await guests.name(entered.guest, { ...(name ? { name } : {}), ...(email ? { email } : {}) })
    return guard.enterNamed(request, reply, token)
  }
  const take = async (entered: Entered, { name, pieces }: FormFile, fields: Fields, ip: string) => {
    const { scope, amend } = await uploads.begin(entered)
    const chunk = await amend(ip)(storageDeeds.wholeFile(name, fields.parent_id))
    await storage.uploads.chunk(scope, chunk, { pieces, length: null, partName: null, disposable: false })
  }

  serve(app, requestForm, async ({ params: { token } }, request, reply) => {
    let entered: Promise<Entered> | null = null
    let [sent, folder] = [0, '']
    const back = (fields: Record<string, string>) => {
      const query = new URLSearchParams(fields).toString()
      return reply.redirect(`${requestPath(token)}${folder}${query && `?${query}`}`, 303) as never
    }
    try {
      await storageDeeds.takeFiles(request.raw, async (file, fields) => {
        if (uuid.test(fields.parent_id ?? '')) folder = `/${fields.parent_id}`
        entered ??= enter(request, reply, token, fields)
        await take(await entered, file, fields, request.ip)
        sent += 1
      })
      if (sent === 0) throw sharingErrors.fail('nothing-sent')
    } catch (error) {
      // An unknown request, and a closed one, come before whatever is wrong with the form.
      const closed = await guard.open(request, token).then(
        () => null,
        (reason: AppError) => reason,
      )
      const isPerson = request.headers.accept?.includes('text/html')
      if (!isPerson || closed?.status === 404) throw closed ?? error
      if (!(error instanceof AppError) || error.status >= 500) throw error
      return back({ ...(sent > 0 ? { sent: String(sent) } : {}), problem: `${error.namespace}.${error.code}` })
    }
    return back({ sent: String(sent) })
  })
}
