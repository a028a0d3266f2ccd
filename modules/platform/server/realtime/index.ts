export type { Describe, RealtimeIds, RealtimeMessage } from './message.ts'
export { Realtime, type SessionCheck } from './realtime.ts'
export { registerSockets } from './socket.routes.ts'
export { socketLimits } from './sockets.ts'
