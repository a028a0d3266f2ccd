export { RequestLayout as Layout } from '../../ui/requests/RequestLayout.tsx'
