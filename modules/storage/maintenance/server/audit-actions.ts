declare module '../../../platform/contract/audit-actions.ts' {
  interface AuditActions {
    storage: 'storage.backup.completed' | 'storage.backup.failed' | 'storage.backup.restored' | 'storage.fsck.completed'
  }
}

export {}
