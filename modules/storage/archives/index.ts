export { presentZip, registerZip, sendZip } from './server/zip.routes.ts'
export { Zip } from './server/zip.ts'
export { ZipRequest } from './server/zip-request.entity.ts'
export { ZipRequests } from './server/zip-requests.ts'
