import t from 'tap'
import { routeFaults } from './contract-list.ts'

const sound = { method: 'GET', path: '/api/a', access: 'session', responses: [200] }

t.test('contract list: reports endpoints without access or response', async (t) => {
  t.strictSame(routeFaults([sound, { ...sound, method: 'POST' }]), [])
  t.match(routeFaults([{ ...sound, access: undefined }]), [/no access/])
  t.match(routeFaults([{ ...sound, access: 'anyone' }]), [/no access/])
  t.match(routeFaults([{ ...sound, responses: [] }]), [/no response/])
  t.match(routeFaults([sound, sound]), [/twice/])
})
