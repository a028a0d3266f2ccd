import { request } from 'node:http'
import { multipartOf } from './multipart-body.ts'

/** A form of which everything but its end was sent. */
interface UnfinishedForm {
  /** Status of the response; rejects when the connection breaks before. */
  status: Promise<number>
  finish(): void
  breakOff(): void
}

const tailBytes = 10

/** Sends a form with a file of `size` bytes up to its last bytes. `announced`: with its Content-Length. */
export const sendUnfinished = (
  url: string,
  headers: Record<string, string>,
  fields: Record<string, string>,
  { size, announced = false }: { size: number; announced?: boolean },
): UnfinishedForm => {
  const { type, body } = multipartOf([
    ...Object.entries(fields).map(([name, value]) => ({ name, value })),
    { name: 'chunk', value: Buffer.alloc(size, 'x'), fileName: 'x.bin' },
  ])
  const call = request(url, {
    method: 'POST',
    agent: false,
    headers: { ...headers, 'content-type': type, ...(announced ? { 'content-length': body.length } : {}) },
  })
  const status = new Promise<number>((resolve, reject) => {
    call.on('response', (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    // After a rejection the server may close the connection while the form is still sent.
    call.on('error', reject)
  })
  status.catch(() => undefined)
  call.write(body.subarray(0, -tailBytes))
  return { status, finish: () => call.end(body.subarray(-tailBytes)), breakOff: () => call.destroy() }
}

/** The first form that is answered, its status, and the others. */
export const firstAnswer = async (forms: readonly UnfinishedForm[]) => {
  const { form, status } = await Promise.race(forms.map(async (each) => ({ form: each, status: await each.status })))
  return { status, others: forms.filter((each) => each !== form) }
}

/** Ends the forms and resolves with their statuses. */
export const finishAll = (forms: readonly UnfinishedForm[]): Promise<number[]> => {
  for (const form of forms) form.finish()
  return Promise.all(forms.map(({ status }) => status))
}
