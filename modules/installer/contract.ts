export type { InstallerEvents } from './server/events.ts'
