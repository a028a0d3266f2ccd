export { serveProcess } from './server/serve-process.ts'
