interface S3Provider {
  name: string
  regions: readonly string[]
  endpoint(region: string): string
}

const words = (text: string): readonly string[] => text.split(' ')

/** Vendors of object stores with their regions; of others (`other`), the endpoint is entered. */
const s3Providers = {
  s3: {
    name: 'Amazon S3',
    regions: words(
      'us-east-1 us-east-2 us-west-1 us-west-2 af-south-1 ap-east-1 ap-south-1 ap-northeast-1 ap-northeast-2 ap-northeast-3 ap-southeast-1 ap-southeast-2 ap-southeast-3 ca-central-1 eu-central-1 eu-north-1 eu-south-1 eu-west-1 eu-west-2 eu-west-3 me-south-1 sa-east-1',
    ),
    endpoint: (region) => `https://s3.${region}.amazonaws.com`,
  },
  storj: {
    name: 'Storj',
    regions: words('eu1 us1 ap1'),
    endpoint: (region) => `https://gateway.${region}.storjshare.io`,
  },
  spaces: {
    name: 'DigitalOcean Spaces',
    regions: words('nyc3 sfo2 ams3 sgp1 fra1'),
    endpoint: (region) => `https://${region}.digitaloceanspaces.com`,
  },
  wasabi: {
    name: 'Wasabi',
    regions: words(
      'us-east-1 us-east-2 us-central-1 us-west-1 eu-central-1 eu-central-2 eu-west-1 eu-west-2 ap-northeast-1 ap-northeast-2 ap-southeast-1',
    ),
    endpoint: (region) => `https://s3.${region}.wasabisys.com`,
  },
  backblaze: {
    name: 'Backblaze B2',
    regions: words('us-west-001 us-west-002 us-west-004 eu-central-003'),
    endpoint: (region) => `https://s3.${region}.backblazeb2.com`,
  },
  oss: {
    name: 'Alibaba Cloud OSS',
    regions: words(
      'oss-cn-hangzhou oss-cn-shanghai oss-cn-qingdao oss-cn-beijing oss-cn-zhangjiakou oss-cn-huhehaote oss-cn-wulanchabu oss-cn-shenzhen oss-cn-heyuan oss-cn-guangzhou oss-cn-chengdu oss-cn-hongkong',
    ),
    endpoint: (region) => `https://${region}.aliyuncs.com`,
  },
} satisfies Record<string, S3Provider>

type S3ProviderName = keyof typeof s3Providers

/** Where files can be stored: on this server, with a vendor, or in another S3-compatible store. */
export const storageDrivers = ['local', 's3', 'storj', 'spaces', 'wasabi', 'backblaze', 'oss', 'other'] as const
export type StorageDriver = (typeof storageDrivers)[number]

export const isStorageDriver = (value: unknown): value is StorageDriver =>
  storageDrivers.some((driver) => driver === value)

/** Null for `local` and `other`. */
export const s3ProviderOf = (driver: StorageDriver): S3Provider | null =>
  Object.hasOwn(s3Providers, driver) ? s3Providers[driver as S3ProviderName] : null

export interface StorageChoice {
  driver: StorageDriver
  key?: string | undefined
  secret?: string | undefined
  region?: string | undefined
  bucket?: string | undefined
  /** Origin of the store, for the vendor `other`. */
  endpoint?: string | undefined
}

/** Why a bucket cannot be used. */
export type BucketProblem = 'unreachable' | 'sign-in' | 'bucket' | 'region' | 'rights' | 'taken'
