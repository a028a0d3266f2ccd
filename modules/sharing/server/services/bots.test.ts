import t from 'tap'
import { isBotOrPrefetch } from './bots.ts'

const android = 'Mozilla/5.0 (Linux; Android 11; K) AppleWebKit/537.36 (KHTML, like Gecko)'
const webView = `${android.replace('K)', 'SM-G955U Build/PPR1.180610.011; wv)')} Version/4.0 Chrome/79.0.3945.93`
const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 15_3_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko)'

const bots = {
  WhatsApp: 'WhatsApp/2.23.20.0 A',
  'WhatsApp on macOS': `${mac} WhatsApp/0.2.4239 Chrome/53.0.2785.143 Electron/1.4.12 Safari/537.36`,
  Signal: 'WhatsApp/2',
  Telegram: 'TelegramBot (like TwitterBot)',
  Viber: 'Viber',
  'Viber on iOS': 'Viber/12.7.1.27 CFNetwork/1121.2.2 Darwin/19.3.0',
  Slack: 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  'pictures in Slack': 'Slack-ImgProxy (+https://api.slack.com/robots)',
  Discord: 'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
  Facebook: 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  iMessage: `${mac} Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0`,
  LINE: 'facebookexternalhit/1.1;line-poker/1.0',
  KakaoTalk: 'facebookexternalhit/1.1; kakaotalk-scrap/1.0; +https://devtalk.kakao.com/t/scrap/33984',
  Skype: 'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com',
  LinkedIn: 'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
  Pinterest: 'Pinterest/0.2 (+https://www.pinterest.com/bot.html)',
  VK: 'Mozilla/5.0 (compatible; vkShare; +http://vk.com/dev/Share)',
  Google: `${android} Chrome/41.0.2272.96 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)`,
  Bing: `${mac} Safari/534+ BingPreview/1.0b`,
  Baidu: 'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)',
}

/** Browsers, those inside apps too, and tools. */
const people = {
  Chrome: `${android} Chrome/129.0.6668.70 Mobile Safari/537.36`,
  Safari: `${iPhone} Version/15.3 Mobile/15E148 Safari/604.1`,
  Telegram: `${android} Chrome/129.0.6668.70 Mobile Safari/537.36 Telegram-Android/11.2.1 (Tecno mobile limited TECNO CH7n; Android 11; SDK 30; AVERAGE)`,
  'WhatsApp on Android': `${webView} Mobile Safari/537.36 WA4A/2.26.30.97`,
  'WhatsApp on iOS': `${iPhone} Version/26.6 Mobile/15E148 Safari/604.1 [WAiOS/2.26.31]`,
  'Viber on Android': `${webView} Mobile Safari/537.36 Viber/12.1.0.11`,
  'Viber on macOS': `${mac} QtWebEngine/5.6.0 Chrome/45.0.2454.101 Safari/537.36 Viber`,
  Slack: `${mac} AtomShell/3.3.3 Chrome/61.0.3163.100 Electron/2.0.7 Safari/537.36 Slack_SSB/3.3.3`,
  Facebook: `${webView} Safari/537.36 [FB_IAB/FB4A;FBAV/325.0.0.36.170;]`,
  Instagram: `${iPhone} Mobile/15E148 Instagram 147.0.0.30.121 (iPhone9,3; iOS 12_4_1; tr_TR; scale=2.00; 750x1334)`,
  'a phone of CUBOT': `${android.replace('K)', 'CUBOT P40)')} Chrome/120.0.0.0 Mobile Safari/537.36`,
  'another one': `${android.replace('K)', 'CUBOT X30 Build/QP1A; wv)')} Chrome/120.0.0.0 Mobile Safari/537.36`,
  curl: 'curl/8.5.0',
  'no user agent': '',
}

t.test('bots: what fetches previews of links is one, a person in the same app is none', async (t) => {
  for (const [name, agent] of Object.entries(bots))
    t.equal(isBotOrPrefetch({ headers: { 'user-agent': agent } }), true, name)
  for (const [name, agent] of Object.entries(people))
    t.equal(isBotOrPrefetch({ headers: { 'user-agent': agent } }), false, name)
})

t.test('bots: a prefetch of any browser is no visit', async (t) => {
  for (const headers of [{ 'sec-purpose': 'prefetch;prerender' }, { purpose: 'prefetch' }])
    t.equal(isBotOrPrefetch({ headers: { 'user-agent': people.Chrome, ...headers } }), true)
})
