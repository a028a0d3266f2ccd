export { OwnRequestsLayout as Layout } from '../../../ui/requests/OwnRequestsLayout.tsx'
