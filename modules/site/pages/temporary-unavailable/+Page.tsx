export { UnavailableShare as Page } from '../../ui/UnavailableShare.tsx'
