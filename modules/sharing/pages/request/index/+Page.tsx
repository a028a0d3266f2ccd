export { RequestLink as Page } from '../../../ui/requests/RequestLink.tsx'
