export { AccountStoragePage as Page } from '../../../../files-ui/ui.ts'
