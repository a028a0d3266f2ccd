import t from 'tap'
import { signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { eventually } from '../../../../tests/support/poll.ts'
import { makeShare, putFile } from '../../../../tests/support/shares.ts'
import { mailSink } from '../../../../tests/support/smtp.ts'
import { testSocket } from '../../../../tests/support/socket.ts'
import type { ShareLink } from '../../contract.ts'

let isUnknown = true
const sink = await mailSink(t, ({ address }) =>
  isUnknown && address === 'jane@exmaple.org' ? '550 5.1.1 no such user' : null,
)
const app = await testApp(t, { env: { MAIL_URL: sink.url } })

t.test(
  'a recipient whose address the mail server rejects is shown as undelivered, until the link arrives there',
  async (t) => {
    const owner = await signUp(app)
    const file = await putFile(owner, 'a.txt', 'x')
    const socket = await testSocket(t, app, owner.client)
    const { token } = await makeShare(owner, file, { emails: ['jane@exmaple.org', 'ann@example.org'] })
    const undelivered = async () => {
      const { data } = (await owner.client.get<{ data: ShareLink }>(`/api/share/${token}`)).body
      return data.relationships.recipients.filter((one) => one.undelivered_at !== null).map(({ email }) => email)
    }
    await eventually(t, async () => (await undelivered()).join(), 'jane@exmaple.org')
    await socket.next('items-changed')
    await sink.next('ann@example.org')
    await app.coffer.platform.mailer.settled()
    t.same(await app.coffer.platform.jobs.queue.deadLetters(), [], 'the installation has no fault')

    isUnknown = false
    const sent = await owner.client.post(`/api/share/${token}/email`, { emails: ['jane@exmaple.org'] })
    t.ok(sent.status < 300)
    await sink.next('jane@exmaple.org')
    t.same(await undelivered(), [])
    // Other tabs of the owner show recipients that are added or removed.
    await socket.next('items-changed')
  },
)
