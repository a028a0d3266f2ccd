type Handler = (data: never) => void

// The tab has one connection; nothing is registered during server rendering.
const handlers = new Map<string, Set<Handler>>()
const reconnectHandlers = new Set<() => void>()
let id: string | null = null

/** Subscribes to a server event (API.md D25); returns the function that unsubscribes. Events caused by this tab's own calls are not sent to it. */
export const onRealtime = <Data>(event: string, handler: (data: Data) => void): (() => void) => {
  const set = handlers.get(event) ?? new Set()
  handlers.set(event, set.add(handler as Handler))
  return () => set.delete(handler as Handler)
}

/** Subscribes to reconnections, before which events may have been missed: refetch then. Returns the function that unsubscribes. */
export const onRealtimeReconnect = (handler: () => void): (() => void) => {
  reconnectHandlers.add(handler)
  return () => reconnectHandlers.delete(handler)
}

/** Id of this tab's socket, sent with each call as `X-Socket-Id`; null while disconnected. */
export const socketId = (): string | null => id

/** Called by the connection only. */
export const emit = {
  connected(socketId: string, isReconnect: boolean): void {
    id = socketId
    document.documentElement.dataset.realtime = 'open'
    if (isReconnect) for (const handler of reconnectHandlers) handler()
  },
  closed(): void {
    id = null
    delete document.documentElement.dataset.realtime
  },
  event(name: string, data: unknown): void {
    for (const handler of handlers.get(name) ?? []) handler(data as never)
  },
}
