export { offeredProviders as data } from '../offered-providers.ts'
