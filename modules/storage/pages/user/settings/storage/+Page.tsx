export { StoragePage as Page } from '../../../../files-ui/ui.ts'
