export { Sent as Page } from '../../../ui/messages/Sent.tsx'
