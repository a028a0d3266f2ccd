import type { FastifyInstance } from 'fastify'
import { authorizeChannel } from '../../contract.ts'
import type { Config } from '../config.ts'
import { platformErrors } from '../errors.ts'
import { callerOf } from '../http/principal.ts'
import { serve } from '../http/serve.ts'
import { deriveKey, hmac } from '../keys.ts'
import type { Realtime } from './realtime.ts'

const channelsOf = (userId: string) => [`private-App.Users.Models.User.${userId}`, `private-user.${userId}`]

/** Signs the caller's own channel for a socket of the caller's own session; 403 for any other (A49). */
export const registerBroadcasting = (app: FastifyInstance, { appKey }: Config, { ids }: Realtime): void => {
  const key = deriveKey(appKey, 'broadcasting')
  serve(app, authorizeChannel, async ({ body: { channel_name, socket_id } }, request) => {
    const { userId, sessionId } = callerOf(request)
    const own = sessionId !== null && ids.belongs(socket_id, sessionId) && channelsOf(userId).includes(channel_name)
    if (!own) throw platformErrors.fail('forbidden')
    return { auth: hmac(key, `${socket_id}:${channel_name}`) }
  })
}
