import './server/events.ts'

export { createInstaller } from './server/installer.module.ts'
export { type SetupInput, subscriptionTypes } from './server/installer.ts'
