export { FilePage as Page } from '../../../ui/FilePage.tsx'
