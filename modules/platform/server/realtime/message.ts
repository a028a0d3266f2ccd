/** The ids in a message. It never contains other data, which the receiving process reads from the database (D25). */
export type RealtimeIds = Readonly<Record<string, string | number | boolean | null>>

/** One event, to be sent to all sockets of an account. */
export interface RealtimeMessage extends RealtimeEvent {
  userId: string
}

/** One event for several accounts, as processes send it to each other. */
export interface RealtimeBroadcast extends RealtimeEvent {
  userIds: readonly string[]
  /** Instead of accounts: the sockets that joined this topic. */
  topic?: string
}

export interface RealtimeEvent {
  event: string
  ids: RealtimeIds
  /** The socket of the tab that caused the event and already shows it; see `request.socketId`. */
  except?: string | null
}

/** Reads the data of an event when it is delivered; for a topic, once for all its sockets. Null: the event is not sent. */
export type ReadEventData = (userIdOrTopic: string, ids: RealtimeIds) => Promise<unknown>

/** Sent when a session ends, before its sockets are closed. */
export const sessionRevoked = 'session-revoked'

/** Event between processes only: texts or languages changed; open pages get them with their next data. */
export const languagesChanged = 'languages-changed'

/** Stands for all accounts with an open socket, in place of ids of accounts. */
export const allAccounts = '*'

/** Close codes that browsers receive (RFC 6455). */
export const closeCodes = { goingAway: 1001, policy: 1008, restart: 1012, overloaded: 1013 } as const
