declare module '../../platform/contract/audit-actions.ts' {
  interface AuditActions {
    teams:
      | 'teams.folder.created'
      | 'teams.folder.dissolved'
      | 'teams.invitation.changed'
      | 'teams.invitation.withdrawn'
      | 'teams.member.joined'
      | 'teams.member.left'
      | 'teams.member.removed'
      | 'teams.permission.changed'
      | 'teams.person.invited'
  }
}

export {}
