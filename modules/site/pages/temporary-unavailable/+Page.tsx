export { Unavailable as Page } from '../../ui/Unavailable.tsx'
