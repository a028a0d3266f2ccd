declare module '../../platform/contract/audit-actions.ts' {
  interface AuditActions {
    admin:
      | 'admin.audit.exported'
      | 'admin.job.deleted'
      | 'admin.job.retried'
      | 'admin.job.started'
      | 'admin.language.changed'
      | 'admin.language.created'
      | 'admin.language.deleted'
      | 'admin.log.downloaded'
      | 'admin.page.changed'
      | 'admin.setting.changed'
      | 'admin.users.exported'
  }
}

export {}
