import { startTestPostgres } from './support/postgres.ts'
await startTestPostgres(); console.log('up'); setInterval(() => {}, 1e6)
