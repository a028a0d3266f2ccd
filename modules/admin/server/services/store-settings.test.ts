import t from 'tap'
import { StoreSettings } from './store-settings.ts'

type Platform = ConstructorParameters<typeof StoreSettings>[0]

t.test(
  'store: the form gets the present region, which needs not be the first of its provider, and no keys',
  async (t) => {
    const details = (blobUrl: string, files: object[] = []) => {
      const config = { blobUrl, blobUrlPrevious: null, dataDir: '/data', environment: new Set() }
      const blobs = { async *blobs() {} }
      const db = { query: async () => files }
      return new StoreSettings({ config, blobs, db } as unknown as Platform, () => undefined).details()
    }
    const amazon = await details('s3://AKIAKEY:hidden@s3.eu-central-1.amazonaws.com/files?region=eu-central-1')
    t.match(amazon, { driver: 's3', region: 'eu-central-1', endpoint: null, bucket: 'files' })
    t.notMatch(JSON.stringify(amazon), /AKIAKEY|hidden/)
    t.match(await details('s3://AKIAKEY:hidden@minio.example:9000/files?region=here&pathStyle=1'), {
      driver: 'other',
      region: 'here',
      endpoint: 'https://minio.example:9000',
      bucket: 'files',
    })
    t.match(await details('local'), { driver: 'local', region: null, endpoint: null, bucket: null, isEmpty: true })
    t.match(await details('local', [{}]), { isEmpty: false }, 'files whose content is lost')
  },
)
