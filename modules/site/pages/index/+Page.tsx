export { Homepage as Page } from '../../ui/Homepage.tsx'
