declare module '../../platform/contract/audit-actions.ts' {
  interface AuditActions {
    sharing:
      | 'sharing.link.changed'
      | 'sharing.link.created'
      | 'sharing.link.downloaded'
      | 'sharing.link.revoked'
      | 'sharing.report.resolved'
      | 'sharing.request.changed'
      | 'sharing.request.created'
      | 'sharing.request.revoked'
      | 'sharing.slug.freed'
      | 'sharing.unlock.failed'
  }
}

export {}
