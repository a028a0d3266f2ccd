export { startEmbedded } from './server/postgres/embedded.ts'
