import type { EventsOf } from '../../platform/index.ts'

declare module '../../platform/server/events.ts' {
  interface EventMap {
    'installer.completed': { adminId: string }
  }
}

/** Event → payload. */
export type InstallerEvents = EventsOf<'installer'>
