type Handler = (data: never) => void

// The tab has one line; nothing is registered while pages are rendered on the server.
const handlers = new Map<string, Set<Handler>>()
const returned = new Set<() => void>()
let id: string | null = null

/** Hears an event of the server (API.md D25) while this tab lives; the answer stops it. Events of this tab's own calls do not come. */
export const onRealtime = <Data>(event: string, handler: (data: Data) => void): (() => void) => {
  const set = handlers.get(event) ?? new Set()
  handlers.set(event, set.add(handler as Handler))
  return () => set.delete(handler as Handler)
}

/** The line is back after a break, in which events were lost: fetch anew. */
export const onRealtimeReconnect = (handler: () => void): (() => void) => {
  returned.add(handler)
  return () => returned.delete(handler)
}

/** Name of this tab's socket, sent with each call as `X-Socket-Id`; null while there is none. */
export const socketId = (): string | null => id

/** For the line alone. */
export const told = {
  connected(given: string, again: boolean): void {
    id = given
    document.documentElement.dataset.realtime = 'open'
    if (again) for (const handler of returned) handler()
  },
  closed(): void {
    id = null
    delete document.documentElement.dataset.realtime
  },
  event(name: string, data: unknown): void {
    for (const handler of handlers.get(name) ?? []) handler(data as never)
  },
}
