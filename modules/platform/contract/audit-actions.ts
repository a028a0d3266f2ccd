/** Actions by module. Each module adds its own by augmenting this interface in its `server/audit-actions.ts`. */
export interface AuditActions {
  platform: 'platform.key.rotated' | 'settings.changed'
}
/** `module.thing.happened`, such as `users.sign-in.failed`. */
export type AuditAction = AuditActions[keyof AuditActions]
