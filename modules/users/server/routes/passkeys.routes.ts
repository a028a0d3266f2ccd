import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { callerOf, networkOf, platformErrors, serve, type Tx } from '../../../platform/index.ts'
import {
  confirmPasskey,
  createPasskey,
  deletePasskey,
  listPasskeys,
  newPasskeyOptions,
  passkeySignIn,
  passkeySignInOptions,
} from '../../contract.ts'
import { challengeCookie, clearChallengeCookie, setChallengeCookie } from '../cookies.ts'
import { usersErrors } from '../errors.ts'
import { rateLimits } from '../rate-limits.ts'
import { presentPasskey } from '../security.resource.ts'
import type { Accounts } from '../services/accounts.ts'
import { challengeCounter } from '../services/challenge-counter.ts'
import type { Confirmations } from '../services/confirmations.ts'
import type { Passkeys } from '../services/passkeys.ts'
import { completeSignIn, type SignInDeps } from './open-session.ts'

interface PasskeyRoutesDeps extends SignInDeps {
  accounts: Accounts
  passkeys: Passkeys
  confirmations: Confirmations
}

export const registerPasskeyRoutes = (app: FastifyInstance, deps: PasskeyRoutesDeps): void => {
  const { platform, accounts, passkeys, challenges, confirmations, signIn } = deps
  const { config, limiter } = platform

  const begin = async (reply: FastifyReply, userId: string | null, challenge: string) => {
    const token = await challenges.begin('passkey', { userId, data: { challenge } })
    setChallengeCookie(reply, config, 'passkey', token)
  }
  /** Counts an attempt of this network, if it fails: many people may have one address. */
  const attempt = <T>({ ip }: FastifyRequest, fn: () => Promise<T>): Promise<T> => {
    const limit = rateLimits.passkeySignInsPerNetwork
    return limiter.attempt([{ limit, subject: [networkOf(ip)], onSuccess: 'refund' }], fn)
  }
  /** Ends the challenge of this browser and returns it. */
  const challengeOf = async (request: FastifyRequest, reply: FastifyReply): Promise<string> => {
    const pending = await challenges.consume('passkey', request.cookies[challengeCookie(config, 'passkey')])
    clearChallengeCookie(reply, config, 'passkey')
    if (!pending) throw usersErrors.fail('passkey-invalid')
    return pending.data.challenge as string
  }

  serve(app, passkeySignInOptions, (_call, request, reply) =>
    limiter.attempt([challengeCounter(request)], async () => {
      const pending = await challenges.read('second-factor', request.cookies[challengeCookie(config, 'second-factor')])
      const userId = request.principal?.userId ?? pending?.userId ?? null
      const options = await passkeys.authenticationOptions(userId)
      await begin(reply, userId, options.challenge)
      return { options }
    }),
  )

  serve(app, passkeySignIn, ({ body }, request, reply) =>
    attempt(request, async () => {
      const response = body.response as unknown as AuthenticationResponseJSON
      const passkey = await passkeys.authenticate(response, await challengeOf(request, reply))
      const account = await accounts.byId(passkey.user_id)
      if (!account) throw usersErrors.fail('passkey-invalid')
      await signIn.requireAllowed(account)
      const cookie = request.cookies[challengeCookie(config, 'second-factor')]
      const pending = await challenges.read('second-factor', cookie)
      const remember = body.remember ?? pending?.data.remember === true
      const recheck = (tx: Tx) => passkeys.require(passkey.id, tx)
      await completeSignIn(deps, request, reply, account, { remember, method: 'passkey', recheck })
      return undefined
    }),
  )

  serve(app, listPasskeys, async (_call, request) => ({
    data: (await passkeys.list(callerOf(request).userId)).map((row) => ({ data: presentPasskey(row) })),
  }))

  serve(app, newPasskeyOptions, async (_call, request, reply) => {
    const caller = callerOf(request)
    await confirmations.require(caller)
    const account = await accounts.byId(caller.userId)
    if (!account) throw platformErrors.fail('unauthenticated')
    const options = await passkeys.registrationOptions(account)
    await begin(reply, caller.userId, options.challenge)
    return { options }
  })

  serve(app, createPasskey, async ({ body }, request, reply) => {
    const caller = callerOf(request)
    await confirmations.require(caller)
    const response = body.response as unknown as RegistrationResponseJSON
    const challenge = await challengeOf(request, reply)
    const passkey = { name: body.name.trim(), response, challenge }
    const created = await passkeys.register(caller, passkey, request.ip)
    return { data: presentPasskey(created) }
  })

  serve(app, deletePasskey, async ({ params }, request) => {
    const caller = callerOf(request)
    await confirmations.require(caller)
    const removed = await passkeys.remove(caller, params.id, request.ip)
    if (!removed) throw platformErrors.fail('not-found')
    return undefined
  })

  serve(app, confirmPasskey, async ({ body }, request, reply) => {
    const { userId, sessionId } = callerOf(request)
    if (!sessionId) throw usersErrors.fail('session-required')
    await attempt(request, async () => {
      const response = body.response as unknown as AuthenticationResponseJSON
      const { user_id: ownerId } = await passkeys.authenticate(response, await challengeOf(request, reply))
      if (ownerId !== userId) throw usersErrors.fail('passkey-invalid')
      await confirmations.record(sessionId)
    })
    return undefined
  })
}
