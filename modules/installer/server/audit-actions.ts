declare module '../../platform/server/audit.ts' {
  interface AuditActions {
    installer: 'installer.completed'
  }
}

export {}
