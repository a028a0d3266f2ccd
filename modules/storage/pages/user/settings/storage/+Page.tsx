export { StoragePage as Page } from '../../../../ui/usage/StoragePage.tsx'
