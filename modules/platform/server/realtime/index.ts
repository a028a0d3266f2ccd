export { accountChanged, settingsChanged } from '../../../shared/contract.ts'
export { registerBroadcasting } from './broadcasting.routes.ts'
export {
  languagesChanged,
  type ReadEventData,
  type RealtimeIds,
  type RealtimeMessage,
  sessionRevoked,
} from './message.ts'
export { Realtime } from './realtime.ts'
export type { SessionCheck } from './session-watch.ts'
export { registerSockets } from './socket.routes.ts'
export { socketLimits } from './sockets.ts'
