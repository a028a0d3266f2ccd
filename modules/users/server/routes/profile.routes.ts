import type { FastifyInstance } from 'fastify'
import {
  callerOf,
  type Platform,
  platformErrors,
  readFormFile,
  serve,
  successMessage,
} from '../../../platform/index.ts'
import {
  cancelEmailChange,
  changeEmail,
  confirmEmailChange,
  confirmedPasswordStatus,
  confirmPassword,
  deleteAvatar,
  getEmail,
  maxAvatarBytes,
  showAvatar,
  updateAvatar,
} from '../../contract.ts'
import type { AvatarSize } from '../avatars/protocol.ts'
import { avatarUrls } from '../names.ts'
import type { UsersPages } from '../page-services.ts'
import type { Avatars } from '../services/avatars.ts'
import type { Confirmations } from '../services/confirmations.ts'
import type { EmailChanges } from '../services/email-changes.ts'

interface ProfileRoutesDeps {
  platform: Platform
  avatars: Avatars
  emailChanges: EmailChanges
  confirmations: Confirmations
  pages: UsersPages
}

export const registerProfileRoutes = (app: FastifyInstance, deps: ProfileRoutesDeps): void => {
  const { platform, avatars, emailChanges, confirmations, pages } = deps

  serve(app, updateAvatar, async (_call, request) => {
    const source = await readFormFile(request.raw, 'avatar', maxAvatarBytes)
    const name = await avatars.set(callerOf(request).userId, source)
    return {
      ...successMessage(platform.i18n, request, 'users:message.avatar-updated'),
      data: { avatar: avatarUrls(name) },
    }
  })

  serve(app, deleteAvatar, async (_call, request) => {
    await avatars.remove(callerOf(request).userId)
    return undefined
  })

  serve(app, showAvatar, async ({ params }, _request, reply) => {
    const [size, name] = [params.file.slice(0, 2), params.file.slice(3)]
    const picture = await avatars.read(size as AvatarSize, name)
    if (!picture) throw platformErrors.fail('not-found')
    // The name is random and belongs to one picture for ever.
    reply.header('content-type', 'image/webp').header('cache-control', 'public, max-age=31536000, immutable')
    reply.header('content-security-policy', "default-src 'none'; sandbox")
    return reply.send(picture)
  })

  serve(app, getEmail, async (_call, request) => ({ data: await pages.email(callerOf(request)) }))

  serve(app, changeEmail, async ({ body }, request) => {
    const caller = callerOf(request)
    await confirmations.require(caller)
    await emailChanges.request(caller, body.email, request.ip)
    return successMessage(platform.i18n, request, 'users:message.email-change-sent')
  })

  serve(app, cancelEmailChange, async (_call, request) => {
    await emailChanges.cancel(callerOf(request).userId)
    return undefined
  })

  serve(app, confirmEmailChange, async ({ body }, request) => ({
    data: { completed: await emailChanges.confirm(body.token, request.principal?.userId ?? null, request.ip) },
  }))

  serve(app, confirmPassword, async ({ body }, request) => {
    await confirmations.confirm(callerOf(request), body.password, request.ip)
    return successMessage(platform.i18n, request, 'users:message.password-confirmed')
  })

  serve(app, confirmedPasswordStatus, async (_call, request) => ({
    confirmed: await confirmations.isConfirmed(callerOf(request)),
    methods: await confirmations.methods(callerOf(request)),
  }))
}
