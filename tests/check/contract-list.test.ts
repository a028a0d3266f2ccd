import t from 'tap'
import { routeFaults } from './contract-list.ts'

const sound = { method: 'GET', path: '/api/a', access: 'session', responses: [200] }

t.test('endpoints must say who may call them and what they answer', async (t) => {
  t.strictSame(routeFaults([sound, { ...sound, method: 'POST' }]), [])
  t.match(routeFaults([{ ...sound, access: undefined }]), [/no access/])
  t.match(routeFaults([{ ...sound, access: 'anyone' }]), [/no access/])
  t.match(routeFaults([{ ...sound, responses: [] }]), [/no response/])
  t.match(routeFaults([sound, sound]), [/twice/])
})
