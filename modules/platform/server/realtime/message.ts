/** What names the facts of a message; never the facts themselves, which the reader's process looks up (D25). */
export type RealtimeIds = Readonly<Record<string, string | number | boolean | null>>

/** One event for one person, on its way to all of their sockets. */
export interface RealtimeMessage {
  userId: string
  event: string
  ids: RealtimeIds
  /** Socket that caused it and has shown it already; see `request.socketId`. */
  except?: string | null
}

/** Facts of an event, read when it is delivered; null: nothing to tell (any more). */
export type Describe = (userId: string, ids: RealtimeIds) => Promise<unknown>

/** Sent by the process itself when a session ends; its sockets close. */
export const sessionRevoked = 'session-revoked'

/** Close codes of RFC 6455 that browsers get to see. */
export const closeCodes = { goingAway: 1001, policy: 1008, restart: 1012, overloaded: 1013 } as const
