import './server/events.ts'

export { createInstaller } from './server/installer.module.ts'
export type { SetupInput } from './server/installer.ts'
export { installerSettings } from './server/settings.ts'
