import { endpoint, object, optional, string } from '../../shared/contract.ts'

/** docs/http-api.md. Sockets join the account's channel automatically; this endpoint is for clients that request it first. */
export const authorizeChannel = endpoint({
  method: 'POST',
  path: '/broadcasting/auth',
  summary: 'Sign the caller’s own realtime channel',
  access: 'session',
  body: object({ channel_name: string({ maxLength: 200 }), socket_id: string({ maxLength: 200 }) }),
  response: { 200: object({ auth: string() }) },
  errors: ['platform.forbidden'],
})

/** `/ws`: a separate route, which checks session and origin before the upgrade. */
export const openSocket = endpoint({
  method: 'GET',
  path: '/ws',
  summary: 'Open the realtime socket of a tab (WebSocket)',
  access: 'session',
  query: object({ account: optional(string({ maxLength: 200 })) }),
  response: { 101: null },
  errors: ['platform.cross-site'],
})
