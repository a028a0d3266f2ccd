export { PlainLayout as Layout } from '../../modules/web/ui.ts'
