declare module '../../platform/contract/audit-actions.ts' {
  interface AuditActions {
    installer: 'installer.completed'
  }
}

export {}
