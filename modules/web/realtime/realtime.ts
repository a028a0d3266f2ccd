type Handler = (data: never) => void

// The tab has one connection; nothing is registered during server rendering.
const handlers = new Map<string, Set<Handler>>()
const reconnectHandlers = new Set<() => void>()
const openHandlers = new Set<() => void>()
/** Event → time of the last one, ms since 1970. */
const times = new Map<string, number>()
/** Time until which events may have been missed, ms since 1970. */
let missedUntil = Number.NEGATIVE_INFINITY
let id: string | null = null
let send: ((text: string) => void) | null = null

/**
 * Subscribes to a server event (D25); returns the function that unsubscribes. Events caused by this tab's own calls are not
 * sent to it.
 */
export const onRealtime = <Data>(event: string, handler: (data: Data) => void): (() => void) => {
  const set = handlers.get(event) ?? new Set()
  handlers.set(event, set.add(handler as Handler))
  return () => set.delete(handler as Handler)
}

/**
 * Subscribes to connections before which events may have been missed: refetch then. Returns the function that unsubscribes.
 */
export const onRealtimeReconnect = (handler: () => void): (() => void) => {
  reconnectHandlers.add(handler)
  return () => reconnectHandlers.delete(handler)
}

/** Calls the handler whenever the connection opens, and now if it is open. Returns the function that unsubscribes. */
export const onRealtimeOpen = (handler: () => void): (() => void) => {
  openHandlers.add(handler)
  if (id !== null) handler()
  return () => openHandlers.delete(handler)
}

/** Tells the screens of this tab about a change that a screen of another kind has made: the server tells other tabs only. */
export const emitInThisTab = (event: string, data: unknown): void => realtimeEmitter.event(event, data)

/** Whether an event came, or may have been missed, at this time (ms since 1970) or later. */
export const hasOccurredSince = (event: string, time: number): boolean =>
  Math.max(missedUntil, times.get(event) ?? Number.NEGATIVE_INFINITY) >= time

/** Sends a message to the server; drops it while disconnected. */
export const sendRealtime = (event: string, data: unknown): void => send?.(JSON.stringify({ event, data }))

/** Id of this tab's socket, sent with each call as `X-Socket-Id`; null while disconnected. */
export const socketId = (): string | null => id

/** Called by the connection only. */
export const realtimeEmitter = {
  connected(socketId: string, mayHaveMissed: boolean, sendText: (text: string) => void): void {
    id = socketId
    if (mayHaveMissed) missedUntil = Date.now()
    send = sendText
    document.documentElement.dataset.realtime = 'open'
    for (const handler of openHandlers) handler()
    if (mayHaveMissed) for (const handler of reconnectHandlers) handler()
  },
  closed(): void {
    id = null
    send = null
    delete document.documentElement.dataset.realtime
  },
  event(name: string, data: unknown): void {
    times.set(name, Date.now())
    for (const handler of handlers.get(name) ?? []) handler(data as never)
  },
}
