export { registerBroadcasting } from './broadcasting.routes.ts'
export {
  accountChanged,
  type Describe,
  languagesChanged,
  type RealtimeIds,
  type RealtimeMessage,
  sessionRevoked,
  settingsChanged,
} from './message.ts'
export { Realtime } from './realtime.ts'
export type { SessionCheck } from './session-watch.ts'
export { registerSockets } from './socket.routes.ts'
export { socketLimits } from './sockets.ts'
