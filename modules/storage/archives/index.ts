export { presentZip, registerZip, sendZip } from './server/zip.routes.ts'
export { Zip } from './server/zip.ts'
export { ZipRequestEntity } from './server/zip-request.entity.ts'
export { ZipRequests } from './server/zip-requests.ts'
