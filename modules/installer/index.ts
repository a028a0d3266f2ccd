import './server/events.ts'

export { createInstaller } from './server/installer.module.ts'
export { installerSettings } from './server/settings.ts'
