export { FilesLayout as Layout } from '../../../storage/ui.ts'
