export { PlainLayout as Layout } from '../../../web/ui.ts'
