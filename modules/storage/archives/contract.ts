export { downloadZip, maxZipItems, prepareZip, ZipInput, ZipResource, zipQuery } from './contract/zip.ts'
