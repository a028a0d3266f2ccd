export { UserArea as Layout } from '../../../web/ui.ts'
