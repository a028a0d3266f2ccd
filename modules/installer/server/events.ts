declare module '../../platform/server/events.ts' {
  interface EventMap {
    'installer.completed': { adminId: string }
  }
}

export {}
