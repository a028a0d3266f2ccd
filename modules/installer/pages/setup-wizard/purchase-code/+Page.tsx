export { PurchaseCodePage as Page } from '../../../ui/PurchaseCodePage.tsx'
