import type { EndpointSpec, ResultOf } from '../../shared/contract.ts'
import { CallError, errorOfResponse, securityHeaders } from '../../web/ui.ts'

/** As `call`, with a multipart form: `path` is the endpoint's with its parameters. Throws `CallError`. */
export const callWithForm = async <E extends EndpointSpec>(
  { method }: E,
  path: string,
  body: FormData,
): Promise<ResultOf<E>> => {
  const headers = { Accept: 'application/json', ...securityHeaders() }
  const response = await fetch(path, { method, body, headers }).catch(() => null)
  const text = await response?.text().catch(() => null)
  if (!response || text === null || text === undefined) throw new CallError(0, {})
  if (!response.ok) throw errorOfResponse(response, text)
  return JSON.parse(text) as ResultOf<E>
}
