import sharp from 'sharp'
import type { Coffer } from './app.ts'

const account = { email: 'demo@example.com', password: 'try me, I am a demo' }

const picture = (hue: number) =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1067">
      <defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="hsl(${hue} 70% 78%)"/><stop offset="1" stop-color="hsl(${hue + 40} 60% 55%)"/></linearGradient></defs>
      <rect width="1600" height="1067" fill="url(#sky)"/><circle cx="1180" cy="330" r="120" fill="hsl(${hue + 20} 90% 92%)"/>
      <path d="M0 800 420 420 760 760 1050 520 1600 940V1067H0z" fill="hsl(${hue + 60} 35% 35%)"/></svg>`),
  )
    .jpeg({ quality: 85 })
    .toBuffer()

const text = (title: string) => Buffer.from(`# ${title}\n\n${'A line of a demo document.\n'.repeat(40)}`)

/** Path and content of demo files. */
const files = async (): Promise<[string, Buffer][]> => {
  const pictures = await Promise.all([20, 140, 200, 260, 320, 60].map(picture))
  return [
    ...pictures.map((bytes, index): [string, Buffer] => [`/Photos/Lisbon/IMG_${2041 + index}.jpg`, bytes]),
    ['/Photos/Cover.jpg', await picture(90)],
    ['/Clients/Aurora/Offer.md', text('Offer')],
    ['/Clients/Aurora/Minutes 2026-11-02.md', text('Minutes')],
    ['/Clients/Borealis/Contract draft.md', text('Contract')],
    ['/Clients/Borealis/Numbers.csv', Buffer.from('month,amount\n2026-09,1200\n2026-10,1410\n')],
    ['/Team/Handbook.md', text('Handbook')],
    ['/Team/Onboarding.txt', text('Onboarding')],
    ['/Welcome.md', text('Welcome to Coffer')],
  ]
}

/** `npm run dev -- --demo`: gives a new instance an administrator and some files, by the API calls of a browser. */
export const seedDemo = async ({ app, installer, platform }: Coffer): Promise<void> => {
  if (await platform.installation.done()) return
  await installer.setup({ adminEmail: account.email, adminPassword: account.password, adminName: 'Dana Demo' })
  const signedIn = await app.inject({ method: 'POST', url: '/api/login', payload: account })
  const headers = { authorization: `Bearer ${signedIn.json<{ data: { token: string } }>().data.token}` }
  for (const [path, bytes] of await files()) {
    const query = { name: path.split('/').pop() ?? '', path, is_last_chunk: 'true', offset: '0' }
    const response = await app.inject({
      method: 'POST',
      url: '/api/upload/chunks',
      query: { ...query, upload_id: crypto.randomUUID(), total_size: String(bytes.length) },
      headers: { ...headers, 'content-type': 'application/octet-stream' },
      payload: bytes,
    })
    if (response.statusCode !== 201) throw new Error(`demo file ${path}: ${response.body}`)
  }
  console.log(`Demo: sign in as ${account.email} with the password “${account.password}”`)
}
