import type { ApiReference } from '../contract.ts'

declare module '../../platform/contract.ts' {
  interface PageServices {
    apiReference: ApiReferencePages
  }
}

/** Content of the page `/developers`; `server/app.ts` passes it in, because it is made from the contracts of all modules. */
interface ApiReferencePages {
  /** Null while the setting `allow_api_docs` is off. */
  reference(): Promise<ApiReference | null>
}
