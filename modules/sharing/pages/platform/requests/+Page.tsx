export { OwnRequests as Page } from '../../../ui/requests/OwnRequests.tsx'
